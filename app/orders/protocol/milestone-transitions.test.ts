import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import {
  currentMilestone,
  MILESTONE_STATES,
  MILESTONE_TRANSITIONS,
  payableMilestone,
  stateOfMilestone,
  stateOfOrder,
  whyNotMilestone,
  type FollowedMilestone,
  type MilestoneState,
  type MilestoneTransition,
} from './milestone-transitions.ts';

const named = (...states: readonly MilestoneState[]): FollowedMilestone[] =>
  states.map((state, index) => ({ position: index + 1, state, isRevisionRequested: false }));

const stateWith = (
  milestones: readonly FollowedMilestone[],
  others: Partial<Parameters<typeof stateOfOrder>[0]> = {},
) =>
  stateOfOrder({
    milestones,
    isAllAtOnce: false,
    isBriefMissing: false,
    isRefundRequested: false,
    ...others,
  });

/** rule 282, row by row. */
const RULES: readonly (readonly [MilestoneTransition, MilestoneState, MilestoneState])[] = [
  ['fund', 'awaiting payment', 'funded'],
  ['deliver', 'funded', 'delivered'],
  ['deliver', 'delivered', 'delivered'],
  ['accept', 'delivered', 'accepted'],
  ['refund', 'funded', 'refunded'],
  ['refund', 'delivered', 'refunded'],
  ['refund', 'accepted', 'refunded'],
];

test('the table of a milestone is that of the rule, and every other step has a reason', () => {
  const names = Object.keys(MILESTONE_TRANSITIONS) as MilestoneTransition[];
  const found = names.flatMap((name) =>
    MILESTONE_STATES.filter((from) => whyNotMilestone(name, from) === undefined).map(
      (from) => [name, from, MILESTONE_TRANSITIONS[name].to] as const,
    ),
  );
  expect(found).toEqual(RULES);
  expect(whyNotMilestone('fund', 'accepted')).toBe(
    "This milestone is accepted, so it can't be paid.",
  );
});

test('a milestone is what its times and its refunds say', () => {
  const at = new Date('2026-05-01T10:00:00Z');
  const waiting = {
    amount: 100,
    refundedAmount: 0,
    fundedAt: null,
    deliveredAt: null,
    acceptedAt: null,
  };
  const funded = { ...waiting, fundedAt: at };
  const delivered = { ...funded, deliveredAt: at };
  expect(
    [waiting, funded, delivered, { ...delivered, acceptedAt: at }].map(stateOfMilestone),
  ).toEqual(['awaiting payment', 'funded', 'delivered', 'accepted']);
  expect(stateOfMilestone({ ...delivered, refundedAmount: 99 })).toBe('delivered');
  expect(stateOfMilestone({ ...delivered, refundedAmount: 100 })).toBe('refunded');
});

test('an order follows its current milestone', () => {
  expect(stateWith(named('awaiting payment', 'awaiting payment'))).toBe('awaiting payment');
  expect(stateWith(named('funded', 'awaiting payment'))).toBe('in progress');
  expect(stateWith(named('funded', 'awaiting payment'), { isBriefMissing: true })).toBe('paid');
  expect(stateWith(named('delivered', 'awaiting payment'))).toBe('delivered');
  const [first, second] = named('delivered', 'awaiting payment');
  if (!first || !second) throw new Error('There are two milestones');
  expect(stateWith([{ ...first, isRevisionRequested: true }, second])).toBe('revision requested');
  expect(stateWith(named('accepted', 'awaiting payment'))).toBe('in progress');
  expect(stateWith(named('accepted', 'funded'))).toBe('in progress');
  expect(stateWith(named('accepted', 'delivered'))).toBe('delivered');
  expect(stateWith(named('accepted', 'accepted'))).toBe('completed');
  expect(stateWith(named('accepted', 'accepted'), { isRefundRequested: true })).toBe(
    'refund requested',
  );
});

test('a refunded milestone ends what was not paid yet, and nothing that was', () => {
  expect(stateWith(named('refunded', 'awaiting payment'))).toBe('refunded');
  expect(stateWith(named('refunded', 'awaiting payment'), { isAllAtOnce: true })).toBe('refunded');
  expect(stateWith(named('accepted', 'refunded', 'awaiting payment'))).toBe('completed');
  expect(stateWith(named('refunded', 'funded'), { isAllAtOnce: true })).toBe('in progress');
  expect(stateWith(named('refunded', 'accepted', 'awaiting payment'))).toBe('in progress');
  expect(stateWith(named('refunded', 'refunded'))).toBe('refunded');
});

test('a milestone can be paid after the previous one was accepted, or at once', () => {
  const payable = (isAllAtOnce: boolean, ...states: readonly MilestoneState[]) =>
    payableMilestone(named(...states), isAllAtOnce)?.position;
  expect(payable(false, 'awaiting payment', 'awaiting payment')).toBe(1);
  expect(payable(true, 'awaiting payment', 'awaiting payment')).toBe(1);
  expect(payable(false, 'funded', 'awaiting payment')).toBeUndefined();
  expect(payable(false, 'delivered', 'awaiting payment')).toBeUndefined();
  expect(payable(true, 'funded', 'awaiting payment')).toBe(2);
  expect(payable(false, 'accepted', 'awaiting payment')).toBe(2);
  expect(payable(true, 'funded', 'funded')).toBeUndefined();
});

test('whatever happens to milestones, the order has one state, and at most one milestone can be paid', () => {
  const step = fc.record({
    name: fc.constantFrom<MilestoneTransition>('fund', 'deliver', 'accept', 'refund'),
    at: fc.nat(11),
    isRevisionRequested: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.boolean(),
      fc.array(step, { maxLength: 60 }),
      (count, isAllAtOnce, steps) => {
        const milestones: FollowedMilestone[] = named(
          ...Array.from({ length: count }, () => 'awaiting payment' as const),
        );
        for (const { name, at, isRevisionRequested } of steps) {
          const current = currentMilestone(milestones, isAllAtOnce);
          const payable = payableMilestone(milestones, isAllAtOnce);
          const wanted =
            name === 'fund' ? payable : name === 'refund' ? milestones[at % count] : current;
          if (!wanted || whyNotMilestone(name, wanted.state) !== undefined) continue;
          const { to } = MILESTONE_TRANSITIONS[name];
          milestones[wanted.position - 1] = {
            position: wanted.position,
            state: to,
            isRevisionRequested: to === 'delivered' && isRevisionRequested,
          };
          const state = stateWith(milestones, { isAllAtOnce });
          const next = currentMilestone(milestones, isAllAtOnce);
          // Milestones are paid without gaps.
          const unpaid = milestones.findIndex((each) => each.state === 'awaiting payment');
          const rest = unpaid < 0 ? [] : milestones.slice(unpaid);
          expect(rest.every((each) => each.state === 'awaiting payment')).toBe(true);
          expect(next === undefined).toBe(state === 'completed' || state === 'refunded');
          expect(state === 'delivered' || state === 'revision requested').toBe(
            next?.state === 'delivered',
          );
          const open = payableMilestone(milestones, isAllAtOnce);
          expect([undefined, unpaid + 1]).toContain(open?.position);
          expect(open !== undefined && state === 'completed').toBe(false);
        }
      },
    ),
    propertyRuns(1000),
  );
});
