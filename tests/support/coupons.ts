import type { Database } from '../../app/platform/db/database.server.ts';
import { coupons } from '../../app/orders/server/tables.server.ts';

/** A coupon of ten percent for everything, as the table has it. */
export async function insertCoupon(
  db: Database,
  terms: Partial<typeof coupons.$inferInsert> = {},
): Promise<typeof coupons.$inferSelect> {
  const at = new Date('2026-06-01T10:00:00Z');
  const discount = terms.amount == null ? { percentage: 10_000 } : {};
  const [row] = await db
    .insert(coupons)
    .values({
      code: 'WELCOME',
      scope: 'everything',
      createdAt: at,
      updatedAt: at,
      ...discount,
      ...terms,
    })
    .returning();
  if (!row) throw new Error('The coupon was not inserted');
  return row;
}
