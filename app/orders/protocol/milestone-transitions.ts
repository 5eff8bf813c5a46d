import { msg, t, type Sentence } from '../../i18n/translate.ts';
import type { OrderState } from './transitions.ts';

interface MilestoneStateDefinition {
  readonly label: Sentence;
  /** Completes the sentence 'This milestone is …, so it cannot be paid.' */
  readonly phrase: Sentence;
  readonly tone: 'plain' | 'amber' | 'success';
}

const STATES = {
  'awaiting payment': {
    label: msg('Awaiting payment'),
    phrase: msg('awaiting payment'),
    tone: 'amber',
  },
  funded: { label: msg('Funded'), phrase: msg('funded'), tone: 'plain' },
  delivered: { label: msg('Delivered'), phrase: msg('delivered'), tone: 'plain' },
  accepted: { label: msg('Accepted'), phrase: msg('accepted'), tone: 'success' },
  refunded: { label: msg('Refunded'), phrase: msg('refunded'), tone: 'plain' },
} as const satisfies Readonly<Record<string, MilestoneStateDefinition>>;

export type MilestoneState = keyof typeof STATES;

export const MILESTONE_STATES = Object.keys(STATES) as [MilestoneState, ...MilestoneState[]];

export const milestoneStateOf = (state: MilestoneState): MilestoneStateDefinition => STATES[state];

/** The table of rule 282. A revision leaves a milestone delivered until the next delivery. */
export const MILESTONE_TRANSITIONS = {
  fund: {
    from: ['awaiting payment'],
    to: 'funded',
    cannot: msg("This milestone is {state}, so it can't be paid."),
  },
  deliver: {
    from: ['funded', 'delivered'],
    to: 'delivered',
    cannot: msg("This milestone is {state}, so it can't be delivered."),
  },
  accept: {
    from: ['delivered'],
    to: 'accepted',
    cannot: msg("This milestone is {state}, so it can't be accepted."),
  },
  refund: {
    from: ['funded', 'delivered', 'accepted'],
    to: 'refunded',
    cannot: msg("This milestone is {state}, so it can't be refunded."),
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly from: readonly MilestoneState[];
      readonly to: MilestoneState;
      readonly cannot: Sentence;
    }
  >
>;

export type MilestoneTransition = keyof typeof MILESTONE_TRANSITIONS;

/** Returns the reason why a transition is impossible, or `undefined` if it is possible. */
export function whyNotMilestone(
  name: MilestoneTransition,
  state: MilestoneState,
): string | undefined {
  const { from, cannot }: { from: readonly MilestoneState[]; cannot: Sentence } =
    MILESTONE_TRANSITIONS[name];
  return from.includes(state) ? undefined : t(cannot, { state: t(STATES[state].phrase) });
}

/** Identifies a milestone in the log of events, for example 'E-1001/1'. */
export function subjectOfMilestone({
  order,
  milestone,
}: {
  readonly order: string;
  readonly milestone: number;
}): string {
  return `${order}/${milestone}`;
}

interface MilestoneFacts {
  readonly amount: number;
  readonly refundedAmount: number;
  readonly fundedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly acceptedAt: Date | null;
}

/** The state follows the money: a refund that fails returns a milestone to the state before it. */
export function stateOfMilestone(milestone: MilestoneFacts): MilestoneState {
  if (milestone.refundedAmount === milestone.amount) return 'refunded';
  if (milestone.acceptedAt) return 'accepted';
  if (milestone.deliveredAt) return 'delivered';
  return milestone.fundedAt ? 'funded' : 'awaiting payment';
}

export interface FollowedMilestone {
  readonly position: number;
  readonly state: MilestoneState;
  /** True from a request for a revision until the next delivery. */
  readonly isRevisionRequested: boolean;
}

/** False for an accepted or refunded milestone. */
export function isOpen({ state }: Pick<FollowedMilestone, 'state'>): boolean {
  return state !== 'accepted' && state !== 'refunded';
}

/** True if nothing more is asked for, because the last paid milestone was refunded. Milestones are paid in their order. */
export function isPaymentEnded(milestones: readonly Pick<FollowedMilestone, 'state'>[]): boolean {
  return milestones.findLast(({ state }) => state !== 'awaiting payment')?.state === 'refunded';
}

/**
 * Returns the milestone that can be paid, or `undefined`. Milestones are paid in their order: each one when the previous
 * one is accepted, or at any time if the offer says so. Nothing is asked for after a refunded milestone.
 */
export function payableMilestone<T extends FollowedMilestone>(
  milestones: readonly T[],
  isAllAtOnce: boolean,
): T | undefined {
  const index = milestones.findIndex(({ state }) => state === 'awaiting payment');
  const [next, previous] = [milestones[index], milestones[index - 1]];
  if (!previous) return next;
  const isNext = isAllAtOnce || previous.state === 'accepted';
  return isNext && !isPaymentEnded(milestones) ? next : undefined;
}

/** Returns the first milestone that is not over, or `undefined` if the order is. */
export function currentMilestone<T extends FollowedMilestone>(
  milestones: readonly T[],
  isAllAtOnce: boolean,
): T | undefined {
  const current = milestones.find(isOpen);
  if (current?.state !== 'awaiting payment') return current;
  return payableMilestone(milestones, isAllAtOnce) && current;
}

interface OrderOfMilestones {
  readonly milestones: readonly FollowedMilestone[];
  readonly isAllAtOnce: boolean;
  /** Work on the first milestone waits for the buyer's answers. */
  readonly isBriefMissing: boolean;
  readonly isRefundRequested: boolean;
}

/** Returns the state of an order that was not cancelled (rule 283). */
export function stateOfOrder(order: OrderOfMilestones): OrderState {
  const { milestones, isAllAtOnce, isBriefMissing, isRefundRequested } = order;
  const paid = milestones.filter(({ state }) => state !== 'awaiting payment');
  if (paid.length === 0) return 'awaiting payment';
  if (paid.every(({ state }) => state === 'refunded')) return 'refunded';
  if (isRefundRequested) return 'refund requested';
  const current = currentMilestone(milestones, isAllAtOnce);
  if (!current) return 'completed';
  if (current.state === 'delivered') {
    return current.isRevisionRequested ? 'revision requested' : 'delivered';
  }
  return isBriefMissing ? 'paid' : 'in progress';
}
