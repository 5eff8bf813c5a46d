import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { leftOf, splitRefund } from '../../../billing/tax/refunded-tax.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { keyOfPart, readLinesOf, type PartOfOrder } from '../milestones/part-of-order.server.ts';
import { book } from '../payment/ledger.server.ts';
import { IS_GONE } from '../refund/is-gone.server.ts';
import { payments, refunds, type OrderRow } from '../tables.server.ts';

/** Moves the tax of a paid order or milestone out of the shop's revenue. */
export async function bookTax(
  tx: Database,
  at: Date,
  order: OrderRow,
  part: PartOfOrder,
): Promise<void> {
  if (part.taxAmount === 0) return;
  await book(tx, at, {
    key: `tax paid ${keyOfPart(order, part)}`,
    from: 'orders',
    to: 'tax',
    amount: part.taxAmount,
    currency: order.currency,
    orderId: order.id,
  });
}

/**
 * Returns the tax within the next refund of a part of an order, by line. Together with the refunds before it, a refund in
 * full has exactly the tax of the part. The caller holds the order's lock.
 */
export async function taxOfRefund(
  tx: Database,
  order: OrderRow,
  part: PartOfOrder,
  amount: number,
): Promise<Pick<typeof refunds.$inferInsert, 'taxAmount' | 'taxes'>> {
  const before = await tx
    .select({ amount: refunds.amount, taxes: refunds.taxes })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, order.id),
        part.position === null ? undefined : eq(refunds.milestone, part.position),
        IS_GONE,
        // Held payments never belonged to the order.
        or(isNull(refunds.paymentId), eq(payments.state, 'booked')),
      ),
    )
    // Refunds with lines first.
    .orderBy(isNull(refunds.taxes), asc(refunds.createdAt), asc(refunds.id));
  let left = await readLinesOf(tx, order, part);
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
