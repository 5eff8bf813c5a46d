import {
  BILLING_ADDRESS_MAX_LENGTH,
  BILLING_NAME_MAX_LENGTH,
  type BillingDetails,
} from '../../orders/protocol/billing-details.ts';
import { text } from '../../platform/fields.ts';

/** The fields of the billing details in forms. */
export const BILLING_FORM = {
  billingName: text(BILLING_NAME_MAX_LENGTH),
  billingAddress: text(BILLING_ADDRESS_MAX_LENGTH),
};

export const billingIn = ({
  billingName: name,
  billingAddress: address,
}: Readonly<Record<keyof typeof BILLING_FORM, string>>): BillingDetails => ({ name, address });
