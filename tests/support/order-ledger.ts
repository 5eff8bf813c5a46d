import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import { orderEvents, orders, payments, refunds } from '../../app/orders/server/tables.server.ts';
import type { LoadedOrder } from './loaded-order.ts';
import { expectOrdersSound } from './order-invariants.ts';
import type { OrderLoad } from './order-load.ts';

/** What was acknowledged, compared with what the database holds once nothing runs any more. */
export async function compareOrders(db: Database, load: OrderLoad): Promise<void> {
  const known = new Map(load.orders.map((order) => [order.number, order]));
  const stored = await db.select().from(orders).orderBy(asc(orders.number));
  // Numbered without gaps. An order whose acceptance was not answered any more is one more of its buyer.
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, at) => 1001 + at));
  expect(stored.length - known.size).toBeLessThanOrEqual(load.buyers.length);
  for (const order of known.values()) await compareOrder(db, order);
  await compareCredits(db, load);
  await expectOrdersSound(db);
}

/** All that was acknowledged of it is there, once and in its order; of what was not, all or nothing. */
async function compareOrder(db: Database, order: LoadedOrder): Promise<void> {
  const { events, underWay: inProgress, number } = order;
  const [row] = await db.select().from(orders).where(eq(orders.number, number));
  const stored = await db
    .select({ transition: orderEvents.transition })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(eq(orders.number, number))
    .orderBy(asc(orderEvents.number));
  const names = stored.map(({ transition }) => transition);
  const possible = inProgress.length > 0 ? [events, [...events, ...inProgress]] : [events];
  expect(possible, `order ${number}`).toContainEqual(names);
  expect(row).toMatchObject({ amount: order.amount, buyerEmail: order.email });
  if (inProgress.length > 0) return;
  expect(row).toMatchObject({
    paidAmount: order.payments.reduce(
      (sum, { amount }) => sum + amount,
      order.payments.length > 0 ? order.spent : 0,
    ),
    refundedAmount: order.refunded,
  });
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, row?.id ?? ''))
    .orderBy(asc(payments.milestone));
  expect(paid, `payments of ${number}`).toMatchObject(
    order.payments.map((each) => ({ ...each, state: 'booked' })),
  );
  const gone = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, row?.id ?? ''));
  const sumOf = (isCredit: boolean) =>
    gone.reduce(
      (sum, { way: refundMethod, amount }) =>
        sum + ((refundMethod === 'credit') === isCredit ? amount : 0),
      0,
    );
  expect({ method: sumOf(false), credit: sumOf(true) }, `refunds of ${number}`).toEqual(order.back);
  expect(gone.filter(({ state }) => state === 'due')).toEqual([]);
}

/** Each buyer may spend what was given back to them as credit and is not spent yet. */
async function compareCredits(db: Database, { buyers, orders: known }: OrderLoad): Promise<void> {
  for (const { email, credit } of buyers) {
    // What was under way may have given or spent some.
    if (known.some((order) => order.email === email && order.underWay.length > 0)) continue;
    const { rows } = await db.execute<{ left: number; open: number }>(sql`
      select coalesce(sum("left"), 0)::int as left, (select count(*)::int from orders
        where buyer_email = ${email}) as open
      from credits where email = ${email}`);
    if (rows[0]?.open !== known.filter((order) => order.email === email).length) continue;
    expect(rows[0]?.left, `credit of ${email}`).toBe(credit);
  }
}
