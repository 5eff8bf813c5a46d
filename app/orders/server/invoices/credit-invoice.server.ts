import { and, asc, eq, isNotNull, isNull, notExists, or } from 'drizzle-orm';
import { sumUpTaxes } from '../../../billing/invoice-document/arithmetic.ts';
import {
  issueDocument,
  type DocumentDraft,
  type InvoiceRow,
} from '../../../billing/server/invoices/issue-document.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { leftOf, type RateAmount } from '../../../billing/tax/refunded-tax.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders, payments, refunds } from '../tables.server.ts';
import { lockInvoice } from './invoice-order.server.ts';

type Invoiced = Pick<typeof orders.$inferSelect, 'id' | 'conversationId'>;

/**
 * Issues a credit note for each completed refund of an order that has an invoice. Repeating it changes nothing. Must be
 * the last step of the transaction, because it draws numbers.
 */
export async function creditRefunds(
  tx: Database,
  appContext: OrderContext,
  order: Invoiced,
): Promise<void> {
  const invoice = await lockInvoice(tx, order.id);
  if (!invoice) return;
  const credited = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(eq(invoices.refundId, refunds.id));
  const rows = await tx
    .select({ id: refunds.id, taxes: refunds.taxes })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, order.id),
        eq(refunds.state, 'done'),
        isNotNull(refunds.taxes),
        notExists(credited),
        // Held payments never belonged to the order.
        or(isNull(refunds.paymentId), eq(payments.state, 'booked')),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  for (const { id, taxes } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- each has the next number
    await creditInvoice(tx, appContext, order, invoice, {
      reason: 'refund',
      refundId: id,
      rates: taxes ?? [],
    });
  }
}

/** Returns what is left of an invoice by tax rate, after its credit notes. */
export async function leftOfInvoice(tx: Database, invoice: InvoiceRow): Promise<RateAmount[]> {
  const notes = await tx
    .select({ document: invoices.document })
    .from(invoices)
    .where(eq(invoices.correctsId, invoice.id));
  return leftOf(
    invoice.document.taxes,
    notes.map(({ document }) => document.taxes),
  );
}

interface Credit extends Pick<DocumentDraft, 'reason' | 'refundId'> {
  readonly rates: readonly RateAmount[];
}

/** Issues a credit note of these amounts, with one line per tax rate, in the language of the invoice's order. */
export async function creditInvoice(
  tx: Database,
  appContext: OrderContext,
  order: Invoiced,
  invoice: InvoiceRow,
  { rates, ...why }: Credit,
): Promise<InvoiceRow> {
  const { clock, settings } = appContext;
  const { document } = invoice;
  const inBuyersWords = await speechOfBuyer(tx, settings, order.conversationId);
  const title = inBuyersWords(() =>
    why.reason === 'void'
      ? t('Cancellation of invoice {number}', { number: invoice.number })
      : t('Credit for invoice {number}', { number: invoice.number }),
  );
  const lines = rates
    .filter(({ net, tax }) => net + tax > 0)
    .map(({ taxRate, net, tax }) => ({
      title,
      quantity: 1,
      unit: { name: '', code: 'C62' },
      unitPrice: document.pricesIncludeTax ? net + tax : net,
      discount: 0,
      net,
      tax,
      taxRate,
    }));
  const sum = (part: 'net' | 'tax') => lines.reduce((all, line) => all + line[part], 0);
  const [net, tax] = [sum('net'), sum('tax')];
  const today = dayOf(settings.supportTimezone, clock.now());
  return issueDocument(tx, appContext, {
    ...why,
    kind: 'credit-note',
    orderId: order.id,
    correctsId: invoice.id,
    buyerEmail: invoice.buyerEmail,
    termDays: 0,
    isPaid: true,
    document: {
      supply: { from: today, until: today },
      language: document.language,
      currency: document.currency,
      pricesIncludeTax: document.pricesIncludeTax,
      seller: document.seller,
      buyer: document.buyer,
      lines,
      taxes: sumUpTaxes(lines),
      totals: { net, tax, gross: net + tax, paidAtIssue: net + tax, due: 0 },
      corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    },
  });
}
