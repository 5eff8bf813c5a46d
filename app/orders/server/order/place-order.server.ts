import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { say } from '../../../platform/say.ts';
import { spendCredit } from '../credit/spend-credit.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { book } from '../payment/ledger.server.ts';
import { settlePaid } from '../payment/settle-paid.server.ts';
import { daysAfter } from '../../shop-days.ts';
import { orderEvents, orders, type offers } from '../tables.server.ts';
import { formatMoney } from '../../protocol/money.ts';
import { lockOrder, type OrderRow } from './change-state.server.ts';
import { dueOf } from './due-of.ts';
import { mailOrder } from './mail-order.server.ts';
import { orderChanged } from './order-changed.ts';
import { hashOf } from './order-secret.server.ts';

/** Numbers begin here, because 'E-1' would reveal how new the shop is. */
const FIRST_NUMBER = 1001;

/**
 * Creates the order of an accepted offer, under the offer's lock, and returns its number. Credit is spent
 * first; if it covers everything, the order is paid. `said` posts the acceptance before any later message.
 */
export async function placeOrder(
  tx: Database,
  after: After,
  host: OrderHost,
  offer: typeof offers.$inferSelect,
  email: string,
  said: (number: number) => Promise<void>,
): Promise<number> {
  const { settings } = host;
  const now = host.clock.now();
  const { id, number } = await insertOrder(tx, host, offer, email);
  await said(number);
  const order = await lockOrder(tx, id);
  const creditAmount = await payByCredit(tx, order, email, now);
  const withCredit = { ...order, creditAmount };
  await mailOrder(tx, after, host, order, {
    transition: 'accept',
    said: () => sayDue(order.amount - creditAmount, order),
    ...(creditAmount < order.amount ? { due: dueOf(order, settings.supportTimezone, now) } : {}),
  });
  after.happened(orderChanged({ number, event: 1, transition: 'accept', state: order.state }));
  if (creditAmount === order.amount) {
    await settlePaid(tx, after, host, withCredit, {
      actor: { kind: 'provider' },
      why: say('Paid with credit'),
    });
  }
  return number;
}

async function insertOrder(
  tx: Database,
  { clock, settings }: OrderHost,
  offer: typeof offers.$inferSelect,
  email: string,
): Promise<{ readonly id: string; readonly number: number }> {
  const now = clock.now();
  const id = randomUUID();
  const number = await nextNumber(tx);
  await tx.insert(orders).values({
    id,
    number,
    offerId: offer.id,
    conversationId: offer.conversationId,
    buyerEmail: email,
    secretHash: await hashOf(tx, id),
    state: 'awaiting payment',
    lastEvent: 1,
    currency: offer.currency,
    amount: offer.amount,
    paymentDueAt: daysAfter(settings.supportTimezone, now, settings.orderPaymentDays),
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(orderEvents).values({
    orderId: id,
    number: 1,
    transition: 'accept',
    toState: 'awaiting payment',
    actor: 'buyer',
    at: now,
  });
  return { id, number };
}

async function payByCredit(
  tx: Database,
  order: OrderRow,
  email: string,
  now: Date,
): Promise<number> {
  const creditAmount = await spendCredit(tx, order, email);
  if (creditAmount > 0) {
    await tx.update(orders).set({ creditAmount }).where(eq(orders.id, order.id));
    await book(tx, now, {
      key: `credit ${order.id}`,
      from: `credit`,
      to: 'orders',
      amount: creditAmount,
      currency: order.currency,
      orderId: order.id,
    });
  }
  return creditAmount;
}

/** An advisory lock keeps the numbers free of gaps when several orders are placed at once. */
async function nextNumber(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order-numbers'))`);
  const [row] = await tx.select({ last: sql<number | null>`max(${orders.number})` }).from(orders);
  return Math.max((row?.last ?? 0) + 1, FIRST_NUMBER);
}

function sayDue(due: number, { currency }: Pick<typeof orders.$inferSelect, 'currency'>): string {
  return due === 0
    ? say('Thank you for your order. Your credit pays for it.')
    : say('Thank you for your order. {amount} is to be paid.', {
        amount: formatMoney(due, currency),
      });
}
