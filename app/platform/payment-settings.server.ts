import * as v from 'valibot';
import { origin } from './origin-setting.server.ts';

const secret = (meaning: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(500, 'must have at most 500 characters'),
      v.description(meaning),
    ),
  );

const apiUrl = (meaning: string, url: string) =>
  v.optional(v.pipe(origin, v.description(meaning)), url);

/** The settings of the payment providers. The descriptions are shown in `docs/settings.md`. */
export const PAYMENT_ENVIRONMENT = {
  STRIPE_SECRET_KEY: secret(
    'Turns on card payments by Stripe. See [operations](operations/payments.md).',
  ),
  STRIPE_WEBHOOK_SECRET: secret('The signing secret of the webhook at Stripe.'),
  STRIPE_API_URL: apiUrl('The address of Stripe’s API.', 'https://api.stripe.com'),
  PAYPAL_CLIENT_ID: secret('Turns on payments by PayPal.'),
  PAYPAL_CLIENT_SECRET: secret('The secret of the PayPal app.'),
  PAYPAL_WEBHOOK_ID: secret('The ID of the webhook at PayPal.'),
  PAYPAL_API_URL: apiUrl(
    'The address of PayPal’s API. The sandbox is `https://api-m.sandbox.paypal.com`.',
    'https://api-m.paypal.com',
  ),
} as const;

const environment = v.object(PAYMENT_ENVIRONMENT);
type Environment = v.InferOutput<typeof environment>;

export type PaymentSettings = ReturnType<typeof readPaymentSettings>;
export type StripeSettings = NonNullable<PaymentSettings['stripe']>;
export type PayPalSettings = NonNullable<PaymentSettings['paypal']>;

/** The variables that turn a provider on, which have a meaning only together. */
export const PROVIDER_VARIABLES = {
  // Without the id or the secret of its webhook, notifications of payments could not be trusted.
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  paypal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
} as const;

/**
 * Returns the settings of each payment provider, or undefined for a provider without any; `refuse` throws an error
 * that names the missing settings.
 */
export function readPaymentSettings(set: Environment, refuse: (message: string) => never) {
  const stripe = together(set, PROVIDER_VARIABLES.stripe, refuse);
  const paypal = together(set, PROVIDER_VARIABLES.paypal, refuse);
  return {
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      url: set.STRIPE_API_URL,
    },
    paypal: paypal && {
      clientId: paypal.PAYPAL_CLIENT_ID,
      clientSecret: paypal.PAYPAL_CLIENT_SECRET,
      webhookId: paypal.PAYPAL_WEBHOOK_ID,
      url: set.PAYPAL_API_URL,
    },
  };
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Returns the texts of settings that have a meaning only together, or undefined if none is set. */
function together<Name extends keyof Environment>(
  set: Environment,
  names: readonly Name[],
  refuse: (message: string) => never,
): Readonly<Record<Name, string>> | undefined {
  const given = names.flatMap((name) => (set[name] ? [[name, set[name]] as const] : []));
  if (given.length === 0) return undefined;
  if (given.length < names.length) return refuse(`${LIST.format(names)} must be set together`);
  return Object.fromEntries(given) as Record<Name, string>;
}
