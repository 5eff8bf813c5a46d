import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../../tests/support/catalogue.ts';
import type { RevenueFacts } from './read-revenue-report.server.ts';
import { splitIntoParts, twelveMonthsUntil } from './revenue-parts.ts';
import { summarizeRevenue } from './summarize-revenue.server.ts';

const [logo, audit] = CATALOGUE.services;

type Summarized = Parameters<typeof summarizeRevenue>[0];

const TOTAL = { currency: 'EUR', net: 0, before: 0, orders: 0, refunded: 0 } as const;

function summaryOf(change: Partial<Summarized>): string[] {
  return summarizeRevenue(
    {
      period: { from: '2026-06-01', to: '2026-06-30' },
      comparison: 'previous',
      currency: 'EUR',
      total: TOTAL,
      services: [],
      outstanding: [],
      ...change,
    },
    CATALOGUE,
  );
}

function service(id: string | null, net: number, before: number): RevenueFacts['services'][number] {
  return { currency: 'EUR', id, name: null, source: null, net, before, orders: 1 };
}

test('the summary says what changed, which services changed it, and what is overdue', () => {
  expect(
    summaryOf({
      total: { ...TOTAL, net: 421_000, before: 375_893 },
      services: [
        service(logo?.id ?? '', 331_000, 300_000),
        service(audit?.id ?? '', 63_893, 75_893),
        service(null, 26_107, 0),
      ],
      outstanding: [
        { currency: 'EUR', age: 0, count: 1, amount: 100 },
        { currency: 'EUR', age: 1, count: 2, amount: 30_000 },
        { currency: 'EUR', age: 3, count: 1, amount: 18_000 },
      ],
    }),
  ).toEqual([
    'Revenue was €4,210.00, 12% more than in the 30 days before.',
    `${logo?.title} rose most (+€310.00); ${audit?.title} fell most (-€120.00).`,
    '3 payments of €480.00 in total are overdue, one for more than a month.',
  ]);
});

test('the summary compares nothing that cannot be compared', () => {
  const grows = { ...TOTAL, net: 5000, before: 0 };
  expect(summaryOf({ total: grows, services: [service(null, 5000, 0)] })).toEqual([
    'Revenue was €50.00. There is nothing to compare it with yet.',
    'Not from the catalogue brought the most: €50.00.',
    'No buyer owes anything.',
  ]);
  const ends = { ...TOTAL, net: 0, before: 5000 };
  const services = [service(null, 0, 5000)];
  expect(summaryOf({ total: ends, services, comparison: 'year' }).slice(0, 2)).toEqual([
    'Revenue was €0.00, after €50.00 in the same days of the year before.',
    'Not from the catalogue fell most (-€50.00), and no service rose.',
  ]);
  const same = { ...TOTAL, net: 100_100, before: 100_000 };
  expect(
    summaryOf({ total: same, services: [service(null, 100_100, 100_000)] }).slice(0, 2),
  ).toEqual([
    'Revenue was €1,001.00, about as much as in the 30 days before.',
    'Not from the catalogue rose most (+€1.00), and no service fell.',
  ]);
  const day = { from: '2026-06-01', to: '2026-06-01' };
  const refunded = { ...TOTAL, net: -100, before: 200 };
  expect(summaryOf({ period: day, total: refunded, outstanding: [] })[0]).toBe(
    'Revenue was -€1.00, after €2.00 in the day before.',
  );
});

test('a period and the one before have the same number of parts, which leave no day out', () => {
  const days = splitIntoParts({ from: '2026-06-01', to: '2026-06-03' }, 'previous');
  expect(days.now).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']);
  expect(days.before).toEqual(['2026-05-29', '2026-05-30', '2026-05-31', '2026-06-01']);
  const weeks = splitIntoParts({ from: '2026-03-01', to: '2026-05-29' }, 'year');
  expect(weeks.length).toBe('week');
  expect(weeks.now.at(-1)).toBe('2026-05-30');
  expect(weeks.before.at(0)).toBe('2025-03-01');
  expect(weeks.before.at(-1)).toBe('2025-05-30');
  // February 29 has no day in the year before.
  const leap = splitIntoParts({ from: '2027-06-01', to: '2028-02-29' }, 'year');
  expect(leap).toMatchObject({ length: 'month' });
  expect(leap.before.at(-1)).toBe('2027-03-01');
  for (const { now, before } of [days, weeks, leap]) {
    expect(before.length).toBe(now.length);
    expect(before).toEqual(before.toSorted());
  }
  expect(twelveMonthsUntil('2026-06-12').slice(0, 2)).toEqual(['2025-07-01', '2025-08-01']);
  expect(twelveMonthsUntil('2026-06-12').at(-1)).toBe('2026-07-01');
});
