/** How an order is paid (DECISIONS 46). */
export const WAYS = ['link', 'stripe', 'paypal'] as const;

export type Way = (typeof WAYS)[number];

/** The methods that a payment service tells about by a webhook at `/webhooks/` and their name. */
export const PROVIDER_WAYS = ['stripe', 'paypal'] as const satisfies readonly Way[];

export type ProviderWay = (typeof PROVIDER_WAYS)[number];

/** Where a payment service tells what happened to a payment. */
export function webhookPathOf(way: ProviderWay): string {
  return `/webhooks/${way}`;
}

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
