import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import type { Turn } from '../order/as-actor.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { bookRefundedTax, taxOfRefund } from '../tax/book-tax.server.ts';
import { book } from '../payment/ledger.server.ts';
import type { PartOfOrder } from '../milestones/part-of-order.server.ts';
import { stepOf } from '../payment/accepted-amounts.ts';
import { credits, payments, refunds } from '../tables.server.ts';
import { goneOf } from './book-refund.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { sendAgain } from '../../../platform/change/jobs.server.ts';
import { jobsTable } from '../../../platform/tables.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { OrderContext } from '../order-context.server.ts';
import { storedText } from '../../../platform/stored-message.ts';

export type RefundMethod = 'method' | 'credit';

interface GiveBack {
  readonly part: PartOfOrder;
  readonly amount: number;
  readonly way: RefundMethod;
  readonly reference: string;
}

/**
 * Refunds an amount of an order or milestone to the payment method as far as possible, and the rest as credit. A provider's
 * refund becomes a job whose idempotency key is the refund's id. The caller holds the order's lock.
 */
export async function giveBack(
  turn: Turn,
  { part, amount, way: refundMethod, reference }: GiveBack,
): Promise<{ readonly isSentByProvider: boolean }> {
  const { order } = turn;
  const payment = refundMethod === 'method' ? await returnablePayment(turn, part) : undefined;
  const toMethod = payment ? sendable(payment, Math.min(amount, payment.returnable), order) : 0;
  if (payment && toMethod > 0) await returnTo(turn, payment, { part, amount: toMethod, reference });
  if (amount > toMethod) await giveCredit(turn, part, amount - toMethod);
  return { isSentByProvider: toMethod > 0 && payment?.way !== 'link' };
}

interface Returnable {
  readonly id: string;
  readonly way: (typeof payments.$inferSelect)['way'];
  readonly returnable: number;
}

/** Rounds down to the provider's step, because the provider would refuse any other amount forever. */
function sendable(
  { way: paymentMethod }: Returnable,
  amount: number,
  { currency }: Turn['order'],
): number {
  return amount - (amount % stepOf(paymentMethod, currency));
}

async function returnablePayment(
  { tx, order }: Turn,
  { position }: PartOfOrder,
): Promise<Returnable | undefined> {
  const [payment] = await tx
    .select({ id: payments.id, way: payments.way, amount: payments.amount })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        position === null ? undefined : eq(payments.milestone, position),
        eq(payments.state, 'booked'),
      ),
    );
  if (!payment) return undefined;
  return { ...payment, returnable: payment.amount - (await goneOf(tx, payment.id)) };
}

async function returnTo(
  { tx, after, appContext, order, actor }: Turn,
  payment: Returnable,
  { part, amount, reference }: Omit<GiveBack, 'way'>,
): Promise<void> {
  const at = appContext.clock.now();
  const isByHand = payment.way === 'link';
  if (isByHand && reference === '') {
    throw new RefusedError(
      400,
      t(
        'This order was paid through the payment link. Pay it back there and enter the reference here.',
      ),
      'reference',
    );
  }
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      milestone: part.position,
      paymentId: payment.id,
      way: payment.way,
      amount,
      ...(await taxOfRefund(tx, order, part, amount)),
      currency: order.currency,
      state: isByHand ? 'done' : 'due',
      reference: isByHand ? reference : null,
      memberId: actor.memberId ?? null,
      createdAt: at,
      doneAt: isByHand ? at : null,
    })
    .returning();
  if (!refund) throw new Error('The refund was not inserted');
  await book(tx, at, {
    key: `refund ${refund.id}`,
    from: 'orders',
    to: `received:${payment.way}`,
    amount,
    currency: order.currency,
    orderId: order.id,
  });
  await bookRefundedTax(tx, at, refund);
  if (!isByHand) {
    after.deliver(REFUND_KIND, { key: refund.id, lane: payment.way, payload: {} });
  }
}

async function giveCredit(
  { tx, appContext, order, actor }: Turn,
  part: PartOfOrder,
  amount: number,
): Promise<void> {
  if (order.buyerEmail === null) {
    throw new RefusedError(
      409,
      t('The buyer’s address was erased, so nobody could use the credit.'),
    );
  }
  if (order.isTest) throw new RefusedError(409, t('A test order gives no credit.'));
  if (order.companyId !== null) {
    throw new RefusedError(
      409,
      t('Credit belongs to one person. Refund the order of a company as a payment.'),
    );
  }
  const at = appContext.clock.now();
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      milestone: part.position,
      way: 'credit',
      amount,
      ...(await taxOfRefund(tx, order, part, amount)),
      currency: order.currency,
      state: 'done',
      memberId: actor.memberId ?? null,
      createdAt: at,
      doneAt: at,
    })
    .returning();
  if (!refund) throw new Error('The refund was not inserted');
  await tx.insert(credits).values({
    email: order.buyerEmail,
    currency: order.currency,
    amount,
    left: amount,
    refundId: refund.id,
    createdAt: at,
  });
  await book(tx, at, {
    key: `refund ${refund.id}`,
    from: 'orders',
    to: 'credit',
    amount,
    currency: order.currency,
    orderId: order.id,
  });
  await bookRefundedTax(tx, at, refund);
}

/**
 * Retries a failed refund for a manager, who does not see the job queue. Throws {@link RefusedError}: 403 for
 * anybody else, 404, 409 while the refund is being sent.
 */
export async function sendRefundAgain(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  refundId: string,
): Promise<void> {
  if (!may(member, 'manage-orders'))
    throw new RefusedError(403, t("Your account isn't allowed to do this."));
  const [refund] = await appContext.db
    .select({ state: refunds.state, way: payments.way })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  if (!refund) throw new RefusedError(404, t("This refund isn't available."));
  const [job] = await appContext.db
    .select({ id: jobsTable.id })
    .from(jobsTable)
    .where(and(eq(jobsTable.kind, REFUND_KIND), eq(jobsTable.key, refundId)));
  if (job) {
    await sendAgain(appContext, trace, job.id);
    return;
  }
  if (refund.state === 'sent' || refund.state === 'done') {
    throw new RefusedError(409, t('This refund is already in progress.'));
  }
  // The bank sent the money back after the job was done and deleted, or an earlier version discarded the job.
  await change(appContext, trace, (_tx, after) => {
    after.deliver(REFUND_KIND, { key: refundId, lane: refund.way, payload: {} });
    after.audit('outbox-sent-again', { subjectId: refundId, detail: storedText(REFUND_KIND) });
    return Promise.resolve();
  });
}
