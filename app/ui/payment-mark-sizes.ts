/** The proportions of the drawings in payment-marks.svg. scripts/payment-marks.ts writes this file. */
export const PAYMENT_MARK_SIZES = {
  visa: { width: 256, height: 83 },
  mastercard: { width: 256, height: 199 },
  amex: { width: 256, height: 256 },
  'apple-pay': { width: 512, height: 211 },
  paypal: { width: 256, height: 302 },
} as const;
