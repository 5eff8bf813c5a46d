import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { sumUpTaxes } from '../../../billing/invoice-document/arithmetic.ts';
import {
  issueDocument,
  type UnissuedDocument,
  type InvoiceRow,
} from '../../../billing/server/invoices/issue-document.server.ts';
import { invoices } from '../../../billing/server/tables.server.ts';
import { leftOf, type LineAmount } from '../../../billing/tax/refunded-tax.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import { speaking } from '../../../platform/speech.server.ts';
import { isPaymentEnded } from '../../protocol/milestone-transitions.ts';
import { formatOfferLine } from '../../protocol/offer.ts';
import { readMilestones } from '../milestones/milestone-rows.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders, payments, refunds } from '../tables.server.ts';
import { invoiceChanged } from './invoice-order.server.ts';

type Invoiced = Pick<typeof orders.$inferSelect, 'id' | 'number'>;

/**
 * Corrects the invoices of an order after a refund or its cancellation: issues a credit note for each completed refund,
 * and voids the open invoices of what can no longer be paid. Repeating it changes nothing. Must be the last step of the
 * transaction, because it draws numbers. The caller holds the order's lock.
 */
export async function correctInvoices(
  tx: Database,
  after: After,
  appContext: OrderContext,
  orderId: string,
): Promise<void> {
  const issued = await tx
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice'), isNull(invoices.voidedAt)),
    )
    .orderBy(asc(invoices.milestone))
    .for('update');
  if (issued.length === 0) return;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`Order ${orderId} vanished under its lock`);
  const isUnpayable = issued.some(({ paidAt }) => paidAt === null) && !(await isPayable(tx, order));
  for (const invoice of issued) {
    const work = isUnpayable && invoice.paidAt === null ? voidLockedInvoice : creditRefundsOf;
    // oxlint-disable-next-line no-await-in-loop -- each credit note has the next number
    await work(tx, after, appContext, order, invoice);
  }
}

/** True if what is unpaid of an order can be paid now or later. */
async function isPayable(tx: Database, order: typeof orders.$inferSelect): Promise<boolean> {
  if (order.milestone === null || order.state === 'cancelled') {
    return order.state === 'awaiting payment';
  }
  return !isPaymentEnded(await readMilestones(tx, order));
}

async function creditRefundsOf(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: Invoiced,
  invoice: InvoiceRow,
): Promise<void> {
  const done = await readRefunds(tx, order, invoice);
  const open = done.filter(({ noteId }) => noteId === null);
  await creditRefunds(tx, after, appContext, order, { invoice, rows: open });
}

/**
 * Credits all completed refunds on an invoice that was just issued. The credit notes of earlier ones corrected the invoice
 * that was voided. Returns the credit notes.
 */
export async function creditEarlierRefunds(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: Invoiced,
  invoice: InvoiceRow,
): Promise<InvoiceRow[]> {
  const rows = await readRefunds(tx, order, invoice);
  return creditRefunds(tx, after, appContext, order, { invoice, rows });
}

/** Reads the completed refunds of an invoice's order or milestone, with the credit note that was issued for each. */
function readRefunds(tx: Database, order: Invoiced, invoice: InvoiceRow) {
  return tx
    .select({ id: refunds.id, taxes: refunds.taxes, noteId: invoices.id })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(
      and(
        eq(refunds.orderId, order.id),
        invoice.milestone === null ? undefined : eq(refunds.milestone, invoice.milestone),
        eq(refunds.state, 'done'),
        isNotNull(refunds.taxes),
        // Held payments never belonged to the order.
        or(isNull(refunds.paymentId), eq(payments.state, 'booked')),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

interface Uncredited {
  readonly invoice: InvoiceRow;
  readonly rows: Awaited<ReturnType<typeof readRefunds>>;
}

async function creditRefunds(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: Invoiced,
  { invoice, rows }: Uncredited,
): Promise<InvoiceRow[]> {
  const notes: InvoiceRow[] = [];
  for (const { id, taxes, noteId } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- each has the next number
    const amounts = atMost(taxes ?? [], await leftOfInvoice(tx, invoice));
    if (isNothing(amounts)) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const note = await creditInvoice(tx, after, appContext, order, invoice, {
      reason: 'refund',
      // A refund has one credit note of its own.
      ...(noteId === null && { refundId: id }),
      amounts,
    });
    notes.push(note);
  }
  return notes;
}

/** A manager may have credited a part before the money went back. */
function atMost(amounts: readonly LineAmount[], left: readonly LineAmount[]): LineAmount[] {
  return amounts.map((each) => {
    const rest = left.find(({ line }) => line === each.line);
    return {
      ...each,
      net: Math.min(each.net, rest?.net ?? 0),
      tax: Math.min(each.tax, rest?.tax ?? 0),
    };
  });
}

/** Returns what is left of the lines of an invoice, after its credit notes. */
export async function leftOfInvoice(tx: Database, invoice: InvoiceRow): Promise<LineAmount[]> {
  const notes = await tx
    .select({ document: invoices.document })
    .from(invoices)
    .where(eq(invoices.correctsId, invoice.id));
  return leftOf(
    invoice.document.lines.map(({ taxRate, net, tax }, line) => ({ line, taxRate, net, tax })),
    notes.map(({ document }) =>
      document.lines.map(({ corrects = 0, taxRate, net, tax }) => ({
        line: corrects,
        taxRate,
        net,
        tax,
      })),
    ),
  );
}

interface Credit extends Pick<UnissuedDocument, 'reason' | 'refundId'> {
  readonly amounts: readonly LineAmount[];
  /** The reason that a manager typed, on each line of the document. */
  readonly why?: string;
}

/** Issues a credit note of these amounts, with the lines of the invoice, in the language of its buyer. */
export async function creditInvoice(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: Invoiced,
  invoice: InvoiceRow,
  { amounts, why, ...credit }: Credit,
): Promise<InvoiceRow> {
  const { document } = invoice;
  const titleOf = (index: number) => {
    const line = document.lines[index];
    const speech = speechIn(document.language, appContext.settings.formats);
    const title = line && speaking(speech, () => formatOfferLine(line));
    return [title, why].filter(Boolean).join(': ');
  };
  const lines = amounts
    .filter(({ net, tax }) => net + tax > 0)
    .map(({ line, taxRate, net, tax }) => ({
      corrects: line,
      title: titleOf(line),
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
  const note = await issueDocument(tx, appContext, {
    ...credit,
    kind: 'credit-note',
    orderId: order.id,
    milestone: invoice.milestone,
    correctsId: invoice.id,
    buyerEmail: invoice.buyerEmail,
    termDays: 0,
    isPaid: true,
    document: {
      supply: document.supply,
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
  after.happened(invoiceChanged(note, order, 'credited'));
  return note;
}

/** Voids an invoice with a credit note for what is left of it, if anything is. */
export async function voidLockedInvoice(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: Invoiced,
  invoice: InvoiceRow,
): Promise<InvoiceRow | undefined> {
  await tx
    .update(invoices)
    .set({ voidedAt: appContext.clock.now() })
    .where(eq(invoices.id, invoice.id));
  after.happened(invoiceChanged(invoice, order, 'void'));
  const amounts = await leftOfInvoice(tx, invoice);
  return isNothing(amounts)
    ? undefined
    : creditInvoice(tx, after, appContext, order, invoice, { reason: 'void', amounts });
}

export const isNothing = (amounts: readonly LineAmount[]): boolean =>
  amounts.every(({ net, tax }) => net + tax === 0);
