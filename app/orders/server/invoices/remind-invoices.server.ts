import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { InvoiceRow } from '../../../billing/server/invoices/issue-document.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { daysAfterDay } from '../../../platform/day.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { asSystem } from '../order/as-actor.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockInvoice } from './invoice-order.server.ts';
import { mailInvoice } from './mail-invoice.server.ts';

const AT_ONCE = 50;

/**
 * Emails reminders of unpaid invoices, on the days after the due date that the setting names. Every process runs this
 * job, so each invoice is checked again under its lock. If several are due because no process ran, only one is sent.
 */
export async function remindOfInvoices(appContext: OrderContext): Promise<void> {
  const { db, clock, settings, log } = appContext;
  const days = settings.invoiceReminders;
  if (days.length === 0) return;
  const today = dayOf(settings.supportTimezone, clock.now());
  const isDue = or(
    ...days.map((after, index) =>
      and(lte(invoices.dueOn, daysAfterDay(today, -after)), lte(invoices.remindersSent, index)),
    ),
  );
  let found: Pick<InvoiceRow, 'id' | 'orderId' | 'milestone'>[] = [];
  do {
    const last = found.at(-1)?.id;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    found = await db
      .select({ id: invoices.id, orderId: invoices.orderId, milestone: invoices.milestone })
      .from(invoices)
      .where(
        and(
          eq(invoices.kind, 'invoice'),
          isNull(invoices.paidAt),
          isNull(invoices.voidedAt),
          isDue,
          last === undefined ? undefined : gt(invoices.id, last),
        ),
      )
      .orderBy(invoices.id)
      .limit(AT_ONCE);
    for (const each of found) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        await remind(appContext, each, today);
      } catch (error) {
        log.error({ err: error, invoiceId: each.id }, 'Could not remind of an invoice');
      }
    }
  } while (found.length === AT_ONCE);
}

async function remind(
  appContext: OrderContext,
  { id, orderId, milestone }: Pick<InvoiceRow, 'id' | 'orderId' | 'milestone'>,
  today: string,
): Promise<void> {
  await asSystem(appContext, orderId, async ({ tx, after, order }) => {
    const invoice = await lockInvoice(tx, orderId, milestone);
    if (invoice?.id !== id || invoice.paidAt !== null) return;
    const due = appContext.settings.invoiceReminders.filter(
      (days) => daysAfterDay(invoice.dueOn, days) <= today,
    ).length;
    if (due <= invoice.remindersSent) return;
    await tx.update(invoices).set({ remindersSent: due }).where(eq(invoices.id, id));
    await mailInvoice(tx, after, appContext, order, invoice, { isReminder: true });
  });
}
