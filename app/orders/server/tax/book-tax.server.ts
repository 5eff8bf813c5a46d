import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { taxWithin } from '../../../billing/tax/refunded-tax.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { grossOfLine } from '../../protocol/offer.ts';
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

/**
 * Returns the tax within the next refund of an order. Together with the refunds before it, a refund in full has
 * exactly the tax of the order. The caller holds the order's lock.
 */
export async function taxOfRefund(tx: Database, order: OrderRow, amount: number): Promise<number> {
  if (order.taxAmount === 0) return 0;
  const { lines } = await readOffer(tx, order.offerId);
  const [before] = await tx
    .select({
      amount: sql<string>`coalesce(sum(${refunds.amount}), 0)`,
      tax: sql<string>`coalesce(sum(${refunds.taxAmount}), 0)`,
    })
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
  const refunded = Number(before?.amount ?? 0) + amount;
  const tax = taxWithin(
    refunded,
    lines.map((line) => ({ gross: grossOfLine(line), tax: line.tax })),
  );
  // Rounding after a failed refund could move a unit in either direction.
  return Math.min(amount, Math.max(0, tax - Number(before?.tax ?? 0)));
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
