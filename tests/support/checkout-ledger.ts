import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { pathOf } from '../../app/orders/server/access.server.ts';
import { offers, orders } from '../../app/orders/server/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { CheckoutLoad } from './checkout-load.ts';
import { expectOrdersSound } from './order-invariants.ts';

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
  for (const { path, email, total, coupon, state, sending } of load.placed) {
    const row = stored.get(path);
    expect(row, path).toBeDefined();
    expect(row).toMatchObject({
      order: { amount: total, buyerEmail: email },
      couponCode: coupon,
    });
    const now = row?.order.paidAt ? 'paid' : row?.order.state;
    expect([state, sending], path).toContain(now);
    stored.delete(path);
  }
  expect(new Set(load.placed.map(({ path }) => path)).size).toBe(load.placed.length);
  // An order whose confirmation was lost, and that nobody asked for again, is one of those under way at the end.
  expect(stored.size - others).toBeLessThanOrEqual(load.placing);
  await expectOrdersSound(db);
}
