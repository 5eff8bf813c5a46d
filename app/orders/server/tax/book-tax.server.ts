import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { InvoiceTaxRate } from '../../../billing/invoice-document/invoice-document.ts';
import type { ChargedTax } from '../../../billing/tax/charged-tax.ts';
import { leftOf, splitRefund, type LineAmount } from '../../../billing/tax/refunded-tax.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { grossOfLine, type OfferLine } from '../../protocol/offer.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { book } from '../payment/ledger.server.ts';
import { IS_GONE } from '../refund/is-gone.server.ts';
import { payments, refunds, type orders } from '../tables.server.ts';

type OrderRow = typeof orders.$inferSelect;

/** Moves the tax of a paid order out of the shop's revenue. */
export async function bookTax(tx: Database, at: Date, order: OrderRow): Promise<void> {
  const { id, currency, taxAmount } = order;
  if (taxAmount === 0) return;
  await book(tx, at, {
    key: `tax paid ${id}`,
    from: 'orders',
    to: 'tax',
    amount: taxAmount,
    currency,
    orderId: id,
  });
}

function amountsOf(lines: readonly OfferLine[]): LineAmount[] {
  return lines.map((each, line) => {
    const tax = each.tax?.amount ?? 0;
    return { line, taxRate: rateOf(each.tax), net: grossOfLine(each) - tax, tax };
  });
}

export function rateOf(tax: ChargedTax | undefined): InvoiceTaxRate {
  if (!tax) return { name: '', rate: 0, category: 'not-subject' };
  if (tax.kind === 'reverse-charge') return { name: tax.name, rate: 0, category: 'reverse-charge' };
  return { name: tax.name, rate: tax.rate, category: tax.rate === 0 ? 'zero' : 'standard' };
}

/**
 * Returns the tax within the next refund of an order, by line. Together with the refunds before it, a refund in full
 * has exactly the tax of the order. The caller holds the order's lock.
 */
export async function taxOfRefund(
  tx: Database,
  order: OrderRow,
  amount: number,
): Promise<Pick<typeof refunds.$inferInsert, 'taxAmount' | 'taxes'>> {
  const { lines } = await readOffer(tx, order.offerId);
  const before = await tx
    .select({ amount: refunds.amount, taxes: refunds.taxes })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, order.id),
        IS_GONE,
        // Held payments never belonged to the order.
        or(isNull(refunds.paymentId), eq(payments.state, 'booked')),
      ),
    )
    // Refunds with lines first.
    .orderBy(isNull(refunds.taxes), asc(refunds.createdAt), asc(refunds.id));
  let left = amountsOf(lines);
  for (const earlier of before) {
    // Versions before invoices did not store the lines of a refund.
    left = leftOf(left, [earlier.taxes ?? splitRefund(earlier.amount, left)]);
  }
  const taxes = splitRefund(amount, left);
  return { taxAmount: taxes.reduce((sum, { tax }) => sum + tax, 0), taxes };
}

interface Refund {
  readonly id: string;
  /** Counts the attempts, because a refund that failed can be sent again. */
  readonly attempt: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly orderId: string | null;
}

export async function bookRefundedTax(tx: Database, at: Date, refund: Refund): Promise<void> {
  const { id, attempt, taxAmount: amount, currency, orderId } = refund;
  if (amount === 0) return;
  const key = `tax refunded ${id} ${attempt}`;
  await book(tx, at, { key, from: 'tax', to: 'orders', amount, currency, orderId });
}

/** The refund failed, so the tax is the order's again. */
export async function bookRestoredTax(tx: Database, at: Date, refund: Refund): Promise<void> {
  const { id, attempt, taxAmount: amount, currency, orderId } = refund;
  if (amount === 0) return;
  const key = `tax refund back ${id} ${attempt}`;
  await book(tx, at, { key, from: 'orders', to: 'tax', amount, currency, orderId });
}
