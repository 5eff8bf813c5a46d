import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { REFUND_ANSWER_BUSINESS_DAYS } from '../../rules.ts';
import { businessDaysAfter } from '../../deadlines.ts';
import { orderEvents, refundRequests, type orders } from '../tables.server.ts';
import { recordEvent, type OrderRow } from './change-state.server.ts';
import { TRANSITIONS, type OrderState, type ReportName } from '../../protocol/transitions.ts';

interface Report {
  readonly report: ReportName;
  readonly why?: string | undefined;
  /** The refunded total after the event. Unchanged if omitted. */
  readonly refundedAmount?: number;
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
  { report, why, refundedAmount = order.refundedAmount, asksAgain, settles, says }: Report,
): Promise<OrderRow> {
  const next = await stateAfter(tx, appContext, order, { refundedAmount, asksAgain, settles });
  if (next.state === 'refunded') await closeRequest(tx, appContext, order.id);
  return recordEvent(tx, after, appContext, order, {
    transition: report,
    // A member sends a refund again; the payment service reports everything else.
    actor: { kind: report === 'refund-retried' ? 'manager' : 'provider' },
    toState: next.state,
    why,
    set: { ...next.set, refundedAmount },
    says,
  });
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
  const { supportTimezone } = appContext.settings;
  return {
    state: 'refund requested',
    set: {
      stateBefore: before,
      refundDueAt: businessDaysAfter(
        supportTimezone,
        appContext.clock.now(),
        REFUND_ANSWER_BUSINESS_DAYS,
      ),
    },
  };
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
