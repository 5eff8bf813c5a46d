import { and, eq } from 'drizzle-orm';
import type { Turn } from '../order/as-actor.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { book } from '../payment/ledger.server.ts';
import { stepOf } from '../payment/steps.ts';
import { credits, payments, refunds } from '../tables.server.ts';
import { goneOf } from './book-refund.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';

export type RefundWay = 'method' | 'credit';

interface GiveBack {
  readonly amount: number;
  readonly way: RefundWay;
  readonly reference: string;
}

/**
 * Refunds part of an order to the payment method as far as possible, and the rest as credit. A provider's
 * refund becomes a job whose idempotency key is the refund's id. The caller holds the order's lock.
 */
export async function giveBack(
  turn: Turn,
  { amount, way, reference }: GiveBack,
): Promise<{ readonly isSentByProvider: boolean }> {
  const { order } = turn;
  const payment = way === 'method' ? await returnablePayment(turn) : undefined;
  const toMethod = payment ? sendable(payment, Math.min(amount, payment.returnable), order) : 0;
  if (payment && toMethod > 0) await returnTo(turn, payment, toMethod, reference);
  if (amount > toMethod) await giveCredit(turn, amount - toMethod);
  return { isSentByProvider: toMethod > 0 && payment?.way !== 'link' };
}

interface Returnable {
  readonly id: string;
  readonly way: (typeof payments.$inferSelect)['way'];
  readonly returnable: number;
}

/** Rounds down to the provider's step, because the provider would refuse any other amount forever. */
function sendable({ way }: Returnable, amount: number, { currency }: Turn['order']): number {
  return amount - (amount % stepOf(way, currency));
}

async function returnablePayment({ tx, order }: Turn): Promise<Returnable | undefined> {
  const [payment] = await tx
    .select({ id: payments.id, way: payments.way, amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'booked')));
  if (!payment) return undefined;
  return { ...payment, returnable: payment.amount - (await goneOf(tx, payment.id)) };
}

async function returnTo(
  { tx, after, host, order, actor }: Turn,
  payment: Returnable,
  amount: number,
  reference: string,
): Promise<void> {
  const at = host.clock.now();
  const isByHand = payment.way === 'link';
  if (isByHand && reference === '') {
    throw new RefusedError(
      400,
      'This was paid by the payment link, so pay it back there and write the reference here.',
      'reference',
    );
  }
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      paymentId: payment.id,
      way: payment.way,
      amount,
      currency: order.currency,
      state: isByHand ? 'done' : 'due',
      reference: isByHand ? reference : null,
      memberId: actor.memberId ?? null,
      createdAt: at,
      doneAt: isByHand ? at : null,
    })
    .returning({ id: refunds.id });
  if (!refund) throw new Error('The refund was not inserted');
  await book(tx, at, {
    key: `refund ${refund.id}`,
    from: 'orders',
    to: `received:${payment.way}`,
    amount,
    currency: order.currency,
    orderId: order.id,
  });
  if (!isByHand) {
    after.deliver(REFUND_KIND, { key: refund.id, lane: payment.way, payload: {} });
  }
}

async function giveCredit({ tx, host, order, actor }: Turn, amount: number): Promise<void> {
  if (order.buyerEmail === null) {
    throw new RefusedError(409, 'The buyer’s address was erased, so nobody could spend a credit.');
  }
  const at = host.clock.now();
  const [refund] = await tx
    .insert(refunds)
    .values({
      orderId: order.id,
      way: 'credit',
      amount,
      currency: order.currency,
      state: 'done',
      memberId: actor.memberId ?? null,
      createdAt: at,
      doneAt: at,
    })
    .returning({ id: refunds.id });
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
}
