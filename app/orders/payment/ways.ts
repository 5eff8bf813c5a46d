/** How an order is paid (DECISIONS 46). */
export const WAYS = ['link', 'stripe', 'paypal'] as const;

export type Way = (typeof WAYS)[number];

/** What the button that begins it says. */
export const PAY_LABELS: Readonly<Record<Way, string>> = {
  link: 'Pay with PayPal',
  stripe: 'Pay by card',
  paypal: 'Pay with PayPal',
};

/** As it stands in books and receipts. */
export const WAY_NAMES: Readonly<Record<Way, string>> = {
  link: 'payment link',
  stripe: 'card (Stripe)',
  paypal: 'PayPal',
};
