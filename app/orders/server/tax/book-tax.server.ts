import { and, eq, isNull, or } from 'drizzle-orm';
import type { InvoiceTaxRate } from '../../../billing/invoice-document/invoice-document.ts';
import type { ChargedTax } from '../../../billing/tax/charged-tax.ts';
import { leftOf, splitRefund, type RateAmount } from '../../../billing/tax/refunded-tax.ts';
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

/** Returns net and tax of the lines by rate. */
export function ratesOf(lines: readonly OfferLine[]): RateAmount[] {
  const rates = new Map<string, RateAmount>();
  for (const line of lines) {
    const taxRate = rateOf(line.tax);
    const key = JSON.stringify(taxRate);
    const { net, tax } = rates.get(key) ?? { net: 0, tax: 0 };
    const ofLine = line.tax?.amount ?? 0;
    rates.set(key, { taxRate, net: net + grossOfLine(line) - ofLine, tax: tax + ofLine });
  }
  return [...rates.values()];
}

export function rateOf(tax: ChargedTax | undefined): InvoiceTaxRate {
  if (!tax) return { name: '', rate: 0, category: 'not-subject' };
  if (tax.kind === 'reverse-charge') return { name: tax.name, rate: 0, category: 'reverse-charge' };
  return { name: tax.name, rate: tax.rate, category: tax.rate === 0 ? 'zero' : 'standard' };
}

/**
 * Returns the tax within the next refund of an order, by rate. Together with the refunds before it, a refund in full
 * has exactly the tax of the order. The caller holds the order's lock.
 */
export async function taxOfRefund(
  tx: Database,
  order: OrderRow,
  amount: number,
): Promise<Pick<typeof refunds.$inferInsert, 'taxAmount' | 'taxes'>> {
  const { lines } = await readOffer(tx, order.offerId);
  const charged = ratesOf(lines);
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
    );
  const earlier = before.map((one) => one.taxes ?? withoutTax(charged, one.amount));
  const taxes = splitRefund(amount, leftOf(charged, earlier));
  return { taxAmount: taxes.reduce((sum, { tax }) => sum + tax, 0), taxes };
}

function withoutTax(charged: readonly RateAmount[], amount: number): RateAmount[] {
  return charged.slice(0, 1).map(({ taxRate }) => ({ taxRate, net: amount, tax: 0 }));
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
