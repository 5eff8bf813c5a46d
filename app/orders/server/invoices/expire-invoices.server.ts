import { and, eq, inArray, isNull, lt, or, sql, isNotNull } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Expired } from '../../../platform/module.ts';
import { orderMessage } from '../../stored-messages.ts';
import { orders } from '../tables.server.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { voidLockedInvoice } from './credit-invoice.server.ts';

const AT_ONCE = 500;

const ofErasedBuyers = (before: Date) =>
  and(
    isNull(orders.buyerEmail),
    sql`not exists (
      select 1 from ${invoices} newer
      where newer.order_id = ${orders.id} and newer.created_at >= ${before.toISOString()}::timestamptz)`,
  );

/** The invoices that lost their order in a reset, if neither they nor their credit notes are newer. */
const detached = (db: Database, before: Date) =>
  db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        isNull(invoices.orderId),
        eq(invoices.kind, 'invoice'),
        lt(invoices.createdAt, before),
        sql`not exists (
          select 1 from ${invoices} newer where newer.corrects_id = ${invoices.id}
            and newer.created_at >= ${before.toISOString()}::timestamptz)`,
      ),
    );

/** The invoice itself, or the one that a credit note corrects. */
const rootOf = sql`coalesce(${invoices.correctsId}, ${invoices.id})`;

/** Counts the documents of erased buyers that are older than the legally required period. */
export async function countExpiredInvoices(db: Database, before: Date): Promise<number> {
  const ofOrders = db.select({ id: orders.id }).from(orders).where(ofErasedBuyers(before));
  return db.$count(
    invoices,
    or(inArray(invoices.orderId, ofOrders), inArray(rootOf, detached(db, before))),
  );
}

/**
 * Deletes all documents of erased buyers' orders whose newest document is older. The series keep their last numbers, and
 * the ledger its amounts. Documents of other buyers stay.
 */
export async function expireInvoices(tx: Database, before: Date): Promise<Expired> {
  const found = await tx
    .selectDistinct({ id: orders.id })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(ofErasedBuyers(before), lt(invoices.createdAt, before)))
    .limit(AT_ONCE);
  const ids = found.map(({ id }) => id);
  const roots = (await detached(tx, before).limit(AT_ONCE)).map(({ id }) => id);
  const gone =
    ids.length + roots.length === 0
      ? []
      : await tx
          .delete(invoices)
          .where(or(inArray(invoices.orderId, ids), inArray(rootOf, roots)))
          .returning({ id: invoices.id });
  return {
    count: gone.length,
    isFull: ids.length === AT_ONCE || roots.length === AT_ONCE,
    detail: orderMessage('orders.invoices-expired', { count: gone.length }),
  };
}

/**
 * Keeps all documents without their orders and without the addresses for emails. Unpaid invoices are voided first, because
 * nobody can pay them without the order.
 */
export async function detachDocuments(
  tx: Database,
  after: After,
  appContext: OrderContext,
): Promise<void> {
  const unpaid = await tx
    .select({ order: { id: orders.id, number: orders.number }, invoice: invoices })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(invoices.kind, 'invoice'), isNull(invoices.paidAt), isNull(invoices.voidedAt)))
    .orderBy(invoices.createdAt, invoices.id)
    .for('update');
  for (const { order, invoice } of unpaid) {
    // oxlint-disable-next-line no-await-in-loop -- each credit note has the next number
    await voidLockedInvoice(tx, after, appContext, order, invoice);
  }
  await tx
    .update(invoices)
    .set({ orderId: null, refundId: null, buyerEmail: null })
    .where(isNotNull(invoices.orderId));
}
