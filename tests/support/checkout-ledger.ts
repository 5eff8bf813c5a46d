import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { pathOf } from '../../app/orders/server/access.server.ts';
import { subscriptionPeriods } from '../../app/orders/server/subscription/tables.server.ts';
import { offers, orders } from '../../app/orders/server/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { CheckoutLoad, PlacedOrder } from './checkout-load.ts';
import { expectOrdersSound } from './order-invariants.ts';
import { expectSubscriptionsSound } from './subscription-invariants.ts';

/**
 * Compares the orders that were confirmed to buyers with those in the database, once nothing runs any more. `others` is
 * the number of orders that this load did not place.
 */
export async function compareCheckout(db: Database, load: CheckoutLoad, others = 0): Promise<void> {
  const rows = await db
    .select({ order: orders, couponCode: offers.couponCode })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId));
  const stored = new Map<string, (typeof rows)[number]>();
  for (const row of rows) stored.set(await pathOf(db, row.order.id), row);
  for (const order of load.placed) {
    const { path, email, total, coupon, state, sending } = order;
    const row = stored.get(path);
    expect(row, path).toBeDefined();
    expect(row).toMatchObject({
      order: { amount: total, buyerEmail: email },
      couponCode: coupon,
    });
    const now = row?.order.paidAt ? 'paid' : row?.order.state;
    expect([state, sending], path).toContain(now);
    stored.delete(path);
    for (const id of await comparePeriods(db, order, row?.order.id ?? '')) {
      stored.delete(await pathOf(db, id));
    }
  }
  expect(new Set(load.placed.map(({ path }) => path)).size).toBe(load.placed.length);
  // An order whose confirmation was lost, and that nobody asked for again, is one of those under way at the end.
  expect(stored.size - others).toBeLessThanOrEqual(load.placing);
  await expectOrdersSound(db);
  await expectSubscriptionsSound(db);
}

/**
 * Compares the periods that the provider has charged with those of the order's subscription. Returns the orders of the
 * later ones.
 */
async function comparePeriods(
  db: Database,
  { path, renewals, isRenewing }: PlacedOrder,
  orderId: string,
): Promise<string[]> {
  const [first] = await db
    .select({ id: subscriptionPeriods.subscriptionId })
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.orderId, orderId));
  if (!first) return [];
  const periods = await db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, first.id))
    .orderBy(asc(subscriptionPeriods.number));
  const later = periods.filter((period) => period.orderId !== orderId);
  const paid = later.filter(({ state }) => state === 'paid').length;
  expect(isRenewing ? [renewals, renewals + 1] : [renewals], path).toContain(paid);
  return later.map((period) => period.orderId);
}
