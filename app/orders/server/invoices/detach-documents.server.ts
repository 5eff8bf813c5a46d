import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import { voidLockedInvoice } from './credit-invoice.server.ts';

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
