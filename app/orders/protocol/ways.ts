/** The payment methods (rule 211). */
export const WAYS = ['link', 'stripe', 'paypal'] as const;

export type Way = (typeof WAYS)[number];

/** The methods whose payment service sends webhooks to `/webhooks/` and their name. */
export const PROVIDER_WAYS = ['stripe', 'paypal'] as const satisfies readonly Way[];

export type ProviderWay = (typeof PROVIDER_WAYS)[number];

export function webhookPathOf(way: ProviderWay): string {
  return `/webhooks/${way}`;
}

export const PAY_LABELS: Readonly<Record<Way, string>> = {
  link: 'Pay with PayPal',
  stripe: 'Pay by card',
  paypal: 'Pay with PayPal',
};

export const WAY_NAMES: Readonly<Record<Way, string>> = {
  link: 'payment link',
  stripe: 'card (Stripe)',
  paypal: 'PayPal',
};
