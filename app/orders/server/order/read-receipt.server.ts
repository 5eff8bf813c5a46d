import { vatNumberOf } from '../../../billing/tax/tax-number.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { OrderView } from '../../protocol/order-view.ts';
import type { ReceiptOrder, ReceiptProps } from '../../protocol/receipt.ts';
import { readOrder } from './read-order.server.ts';

type Shop = Pick<
  Settings,
  'brandName' | 'postalAddress' | 'seller' | 'supportEmail' | 'supportTimezone'
>;

/** A receipt exists only after payment. The caller has checked access. */
export async function readReceipt(
  db: Database,
  clock: Clock,
  { brandName, postalAddress, seller, supportEmail, supportTimezone: timeZone }: Shop,
  orderId: string,
): Promise<ReceiptProps | undefined> {
  const order = await readOrder(db, orderId, 'buyer', { timeZone, now: clock.now() });
  if (!order?.paidAt) return undefined;
  const paidOn = dayOf(timeZone, new Date(order.paidAt));
  return {
    order: toReceipt(order),
    brandName: seller.name || brandName,
    postalAddress: seller.address || postalAddress,
    supportEmail,
    paidOn,
    sellerTaxNumber: seller.taxNumber,
    isVatNumber: vatNumberOf(seller) !== undefined,
  };
}

function toReceipt(order: OrderView): ReceiptOrder {
  const { number, lines, coupon, currency, amount, refundedAmount, pendingRefund } = order;
  const { paidBy, paidByLabel, taxNumber } = order;
  return {
    number,
    lines,
    coupon,
    currency,
    amount,
    refundedAmount,
    pendingRefund,
    paidBy,
    paidByLabel,
    taxNumber,
    milestones: order.milestones.map(({ position, title, amount: part, fundedAt }) => ({
      position,
      title,
      amount: part,
      fundedAt,
    })),
  };
}
