import type { MilestoneView, OrderView } from './order-view.ts';

/** The receipt of a company is opened by members who may not see its billing details and invoices. */
export type ReceiptOrder = Pick<
  OrderView,
  | 'number'
  | 'lines'
  | 'coupon'
  | 'currency'
  | 'amount'
  | 'refundedAmount'
  | 'pendingRefund'
  | 'paidBy'
  | 'paidByLabel'
  | 'taxNumber'
> & {
  readonly milestones: readonly Pick<MilestoneView, 'position' | 'title' | 'amount' | 'fundedAt'>[];
};

export interface ReceiptProps {
  readonly order: ReceiptOrder;
  readonly brandName: string;
  readonly postalAddress: string;
  readonly supportEmail: string;
  /** The date in the shop's time zone. */
  readonly paidOn: string;
  /** Empty while tax is off. */
  readonly sellerTaxNumber: string;
  readonly isVatNumber: boolean;
}
