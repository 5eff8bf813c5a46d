import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { InvoiceRow } from '../../../billing/server/invoices/issue-document.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { addDays } from '../../../platform/day.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { payablePart } from '../milestones/part-of-order.server.ts';
import { asSystem } from '../order/as-actor.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import { processDue } from '../process-due.server.ts';
import { correctInvoices } from './credit-invoice.server.ts';
import { lockInvoice } from './invoice-order.server.ts';
import { mailInvoice } from './mail-invoice.server.ts';

type Found = Pick<InvoiceRow, 'id' | 'milestone'> & { readonly orderId: string };

/**
 * Emails reminders of unpaid invoices, on the days after the due date that the setting names, as long as the order or the
 * milestone can be paid. Every process runs this job, so each invoice is checked again under its lock. If several are
 * due because no process ran, only one is sent.
 */
export async function remindOfInvoices(appContext: OrderContext): Promise<void> {
  const { db, clock, settings } = appContext;
  const days = settings.invoiceReminders;
  if (days.length === 0) return;
  const today = dayOf(settings.supportTimezone, clock.now());
  const isDue = or(
    ...days.map((after, index) =>
      and(lte(invoices.dueOn, addDays(today, -after)), lte(invoices.remindersSent, index)),
    ),
  );
  await processDue<Found>(appContext, {
    read: (last, limit) =>
      db
        .select({ id: invoices.id, orderId: orders.id, milestone: invoices.milestone })
        .from(invoices)
        .innerJoin(orders, eq(orders.id, invoices.orderId))
        .where(
          and(
            eq(invoices.kind, 'invoice'),
            isNull(invoices.paidAt),
            isNull(invoices.voidedAt),
            isDue,
            last && gt(invoices.id, last.id),
          ),
        )
        .orderBy(invoices.id)
        .limit(limit),
    work: (found) => remind(appContext, found, today),
    failure: 'Could not remind of an invoice',
  });
}

async function remind(
  appContext: OrderContext,
  { id, orderId, milestone }: Found,
  today: string,
): Promise<void> {
  await asSystem(appContext, orderId, async ({ tx, after, order }) => {
    const invoice = await lockInvoice(tx, orderId, milestone);
    if (invoice?.id !== id || invoice.paidAt !== null) return;
    const due = appContext.settings.invoiceReminders.filter(
      (days) => addDays(invoice.dueOn, days) <= today,
    ).length;
    if (due <= invoice.remindersSent) return;
    // While a refund is being decided, nobody is asked to pay more.
    if (order.state === 'refund requested') return;
    const payable = await payablePart(tx, order);
    if (payable?.position !== milestone) {
      // Invoices that became unpayable before rule 276 existed are voided here.
      await correctInvoices(tx, after, appContext, orderId);
      return;
    }
    await tx.update(invoices).set({ remindersSent: due }).where(eq(invoices.id, id));
    await mailInvoice(tx, after, appContext, order, invoice, { isReminder: true });
  });
}
