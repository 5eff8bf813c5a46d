import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { REFUND_ANSWER_BUSINESS_DAYS } from '../../rules.ts';
import { businessDaysAfter } from '../../deadlines.ts';
import { followMilestones, setMilestone } from '../milestones/milestone-rows.server.ts';
import { readPart } from '../milestones/part-of-order.server.ts';
import { orderEvents, refundRequests, type orders, type OrderRow } from '../tables.server.ts';
import { recordEvent } from './change-state.server.ts';
import { TRANSITIONS, type OrderState, type ReportName } from '../../protocol/transitions.ts';

interface Report {
  readonly report: ReportName;
  readonly why?: string | undefined;
  /** The refunded total after the event. Unchanged if omitted. */
  readonly refundedAmount?: number;
  /** The milestone whose money this is. Null for an order without milestones. */
  readonly milestone?: number | null;
  /** A refund that the team decided has failed, so that the team must decide again. */
  readonly asksAgain?: boolean;
  /** The refund request is settled, and the order returns to the state before it. */
  readonly settles?: boolean;
  readonly says: () => string;
}

/**
 * Adds a report of the payment service to the order's history. The state follows the money: `refunded` once
 * everything was refunded, and no longer once some has come back. The caller holds the order's lock.
 */
export async function reportEvent(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: OrderRow,
  {
    report,
    why,
    milestone,
    refundedAmount = order.refundedAmount,
    asksAgain,
    settles,
    says,
  }: Report,
): Promise<OrderRow> {
  const refunded = refundedAmount - order.refundedAmount;
  if (refunded !== 0) await refundMilestone(tx, appContext, order, milestone, refunded);
  const next = await stateAfter(tx, appContext, order, { refundedAmount, asksAgain, settles });
  if (next.state === 'refunded') await closeRequest(tx, appContext, order.id);
  return recordEvent(tx, after, appContext, order, {
    transition: report,
    // A member sends a refund again; the payment service reports everything else.
    actor: { kind: report === 'refund-retried' ? 'manager' : 'provider' },
    toState: next.state,
    milestone,
    why,
    set: { ...next.set, refundedAmount },
    says,
  });
}

async function refundMilestone(
  tx: Database,
  { clock }: OrderContext,
  order: OrderRow,
  position: number | null | undefined,
  amount: number,
): Promise<void> {
  const { milestone } = await readPart(tx, order, position);
  if (!milestone) return;
  const refundedAmount = milestone.refundedAmount + amount;
  await setMilestone(tx, clock.now(), milestone, { refundedAmount });
}

interface Next {
  readonly state: OrderState;
  readonly set: Partial<typeof orders.$inferInsert>;
}

async function stateAfter(
  tx: Database,
  appContext: OrderContext,
  order: OrderRow,
  { refundedAmount = 0, asksAgain = false, settles = false }: Omit<Report, 'report' | 'says'>,
): Promise<Next> {
  // Its unpaid milestones would say that it awaits the payment.
  if (order.state === 'cancelled') return { state: order.state, set: {} };
  if (order.milestone !== null) {
    const isUndecided = order.state === 'refund requested' && !settles;
    const next = await followMilestones(tx, appContext, order, asksAgain || isUndecided);
    const isAsked = next.state === 'refund requested';
    const refundDueAt =
      isAsked && asksAgain ? refundDueAfter(appContext) : isAsked ? order.refundDueAt : null;
    return { state: next.state, set: { ...next.set, refundDueAt } };
  }
  if (order.paidAmount > 0 && refundedAmount === order.paidAmount) {
    return { state: 'refunded', set: { refundDueAt: null, acceptanceDueAt: null } };
  }
  if (settles && order.state === 'refund requested' && order.stateBefore) {
    return { state: order.stateBefore, set: { refundDueAt: null } };
  }
  const mayBeAsked: readonly OrderState[] = TRANSITIONS['request-refund'].from;
  const isOpenAgain = order.state === 'refunded';
  if (!isOpenAgain && !(asksAgain && mayBeAsked.includes(order.state))) {
    return { state: order.state, set: {} };
  }
  const before = isOpenAgain ? await stateBeforeRefund(tx, order) : order.state;
  // A bank took money and gave it back, so the order returns to the state before.
  if (!asksAgain) return { state: before, set: {} };
  return {
    state: 'refund requested',
    set: { stateBefore: before, refundDueAt: refundDueAfter(appContext) },
  };
}

function refundDueAfter({ clock, settings }: OrderContext): Date {
  return businessDaysAfter(settings.supportTimezone, clock.now(), REFUND_ANSWER_BUSINESS_DAYS);
}

async function closeRequest(
  tx: Database,
  appContext: OrderContext,
  orderId: string,
): Promise<void> {
  await tx
    .update(refundRequests)
    .set({ decidedAt: appContext.clock.now(), outcome: 'full' })
    .where(and(eq(refundRequests.orderId, orderId), isNull(refundRequests.decidedAt)));
}

async function stateBeforeRefund(tx: Database, order: OrderRow): Promise<OrderState> {
  const [event] = await tx
    .select({ state: orderEvents.toState })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, order.id),
        notInArray(orderEvents.toState, ['refunded', 'refund requested']),
      ),
    )
    .orderBy(desc(orderEvents.number))
    .limit(1);
  return event?.state ?? 'paid';
}
