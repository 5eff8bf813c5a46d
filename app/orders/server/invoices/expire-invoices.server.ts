import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Expired } from '../../../platform/module.ts';
import { orderMessage } from '../../stored-messages.ts';
import { orders } from '../tables.server.ts';

const AT_ONCE = 500;

const ofErasedBuyers = (before: Date) =>
  and(
    isNull(orders.buyerEmail),
    sql`not exists (
      select 1 from ${invoices} newer
      where newer.order_id = ${orders.id} and newer.created_at >= ${before.toISOString()}::timestamptz)`,
  );

/** Counts the documents of erased buyers that are older than the legally required period. */
export function countExpiredInvoices(db: Database, before: Date): Promise<number> {
  return db.$count(
    invoices,
    inArray(
      invoices.orderId,
      db.select({ id: orders.id }).from(orders).where(ofErasedBuyers(before)),
    ),
  );
}

/**
 * Deletes all documents of erased buyers' orders whose newest document is older. The series keep their last numbers, and
 * the ledger its amounts. Documents of other buyers stay.
 */
export async function expireInvoices(tx: Database, before: Date): Promise<Expired> {
  const found = await tx
    .selectDistinct({ id: invoices.orderId })
    .from(invoices)
    .innerJoin(orders, sql`${orders.id} = ${invoices.orderId}`)
    .where(and(ofErasedBuyers(before), lt(invoices.createdAt, before)))
    .limit(AT_ONCE);
  const ids = found.map(({ id }) => id);
  const gone =
    ids.length === 0
      ? []
      : await tx
          .delete(invoices)
          .where(inArray(invoices.orderId, ids))
          .returning({ id: invoices.id });
  return {
    count: gone.length,
    isFull: ids.length === AT_ONCE,
    detail: orderMessage('orders.invoices-expired', { count: gone.length }),
  };
}
