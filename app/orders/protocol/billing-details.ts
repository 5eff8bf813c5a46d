/** The buyer on invoices. Country and tax number belong to the order, because they decide its tax. */
export interface BillingDetails {
  readonly name: string;
  /** Several lines, without the country. */
  readonly address: string;
}

export const BILLING_NAME_MAX_LENGTH = 120;
export const BILLING_ADDRESS_MAX_LENGTH = 300;
export const BILLING_ADDRESS_MAX_LINES = 6;

/** The fields have the same names in every form. */
export const BILLING_NAME_FIELD = 'billingName';
export const BILLING_ADDRESS_FIELD = 'billingAddress';
