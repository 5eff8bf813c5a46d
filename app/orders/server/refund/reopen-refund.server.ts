import { and, eq, gt, isNull } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { reportEvent } from '../order/report-event.server.ts';
import { book } from '../payment/ledger.server.ts';
import { payments, refundRequests, refunds } from '../tables.server.ts';
import { bookRefundedTax, taxOfRefund } from '../tax/book-tax.server.ts';
import { IS_GONE } from './is-gone.server.ts';
import { readPart } from '../milestones/part-of-order.server.ts';
import { lockPayment, moneyOf, type RefundRow } from './book-refund.server.ts';

/**
 * Prepares a refused refund for another attempt: deducts the money from the order again, and changes the
 * idempotency key. Returns `undefined` if the money is no longer available or the team has decided otherwise.
 */
export async function reopenRefund(
  tx: Database,
  after: After,
  appContext: OrderContext,
  id: string,
): Promise<RefundRow | undefined> {
  const [found] = await tx
    .select({ payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  if (!found) return undefined;
  const { payment, order, gone } = await lockPayment(tx, found.payment);
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) return undefined;
  // Another process has reopened the refund a moment before.
  if (refund.state === 'due') return refund;
  const isOfOrder = payment.state === 'booked';
  const part = order && isOfOrder ? await readPart(tx, order, refund.milestone) : undefined;
  const left = part ? part.paidAmount - part.refundedAmount : 0;
  const isDecidedAnew =
    isOfOrder && (order?.state !== 'refund requested' || (await hasNewer(tx, refund)));
  const isLeft = refund.amount <= payment.amount - gone && (!isOfOrder || refund.amount <= left);
  if (!isLeft || isDecidedAnew || refund.source !== 'team') return undefined;
  const [row] = await tx
    .update(refunds)
    .set({
      state: 'due',
      attempt: refund.attempt + 1,
      ...(order && part ? await taxOfRefund(tx, order, part, refund.amount) : {}),
      reference: null,
      problem: null,
      problemMessage: null,
    })
    .where(eq(refunds.id, id))
    .returning();
  if (!row) return undefined;
  await book(tx, appContext.clock.now(), {
    key: `refund ${id} ${row.attempt}`,
    from: isOfOrder ? 'orders' : 'held',
    to: `received:${payment.way}`,
    amount: row.amount,
    currency: row.currency,
    orderId: row.orderId,
  });
  await bookRefundedTax(tx, appContext.clock.now(), row);
  if (!isOfOrder) {
    await tx.update(payments).set({ state: 'returned' }).where(eq(payments.id, payment.id));
  }
  if (order && isOfOrder) {
    const refundedAmount = order.refundedAmount + row.amount;
    await reportEvent(tx, after, appContext, order, {
      report: 'refund-retried',
      milestone: refund.milestone,
      refundedAmount,
      settles: true,
      says: () =>
        t('A refund of {money} is on its way.', { money: moneyOf(row.amount, row.currency) }),
    });
    // A new request that the buyer made meanwhile is settled by this refund.
    await tx
      .update(refundRequests)
      .set({
        decidedAt: appContext.clock.now(),
        outcome: refund.amount === left ? 'full' : 'part',
      })
      .where(and(eq(refundRequests.orderId, order.id), isNull(refundRequests.decidedAt)));
  }
  return row;
}

/** Returns true if the team has made another refund of the order since then. */
async function hasNewer(tx: Database, { orderId, createdAt }: RefundRow): Promise<boolean> {
  if (orderId === null) return false;
  const [newer] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.source, 'team'),
        gt(refunds.createdAt, createdAt),
        IS_GONE,
      ),
    )
    .limit(1);
  return newer !== undefined;
}
