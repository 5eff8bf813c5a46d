import { expect, test } from 'vitest';
import { readMilestonePlan } from './milestone-plan.ts';
import type { TypedMilestonePlan } from './milestone-terms.ts';

const typed = (...amounts: readonly string[]): TypedMilestonePlan => ({
  isAllAtOnce: false,
  milestones: amounts.map((amount, index) => ({ title: `Part ${index + 1}`, amount, days: 5 })),
});

const faultsOf = (plan: TypedMilestonePlan, total = 30_000) => {
  const read = readMilestonePlan(plan, total, 'USD');
  return 'faults' in read ? read.faults : [];
};

test('a plan is read as typed, with amounts in the smallest unit', () => {
  expect(readMilestonePlan(typed('100', '200.00'), 30_000, 'USD')).toEqual({
    plan: {
      isAllAtOnce: false,
      milestones: [
        { title: 'Part 1', amount: 10_000, days: 5 },
        { title: 'Part 2', amount: 20_000, days: 5 },
      ],
    },
  });
});

test('an offer has 2 to 12 milestones', () => {
  const all = Array.from({ length: 12 }, () => '25');
  expect(faultsOf(typed(...all))).toEqual([]);
  for (const plan of [typed(), typed('300'), typed(...all, '25')]) {
    expect(faultsOf(plan)).toEqual([
      { field: 'milestones', message: 'Split the offer into 2 to 12 milestones.' },
    ]);
  }
});

test('amounts that are not the total are refused with both sums', () => {
  expect(faultsOf(typed('100', '199.99'))).toEqual([
    {
      field: 'milestones',
      message:
        'The milestones add up to $299.99, but the offer totals $300.00. Change the amounts.',
    },
  ]);
});

test('every wrong field is named at once, before the sum', () => {
  const plan = {
    isAllAtOnce: true,
    milestones: [
      { title: ' \u200B ', amount: '0', days: 0 },
      { title: 'Rest', amount: 'much', days: 366 },
      { title: 'End', amount: '1', days: 1.5 },
    ],
  };
  expect(faultsOf(plan).map(({ field }) => field)).toEqual([
    'milestone-title-0',
    'milestone-amount-0',
    'milestone-days-0',
    'milestone-amount-1',
    'milestone-days-1',
    'milestone-days-2',
  ]);
});
