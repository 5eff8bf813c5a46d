import type { PaymentSettings } from '../../../platform/payment-settings.server.ts';
import type { PaymentMark } from '../../../ui/payment-marks.tsx';
import type { Settings } from '../../../platform/settings.server.ts';
import { msg, t, type Sentence } from '../../../i18n/translate.ts';
import type { PaymentMethod, PaymentProviderName } from '../../protocol/payment-methods.ts';
import type { AmountLimits, PaymentProvider } from './provider.ts';
import { paypalAmounts } from './providers/paypal/amounts.ts';
import { stripeAmounts } from './providers/stripe/amounts.ts';

interface ProviderEntry<OwnSettings> {
  /** Returns the name on receipts and in the portal. */
  readonly label: () => string;
  /** The label of the payment button. */
  readonly payLabel: Sentence;
  /** The label of the link with which a buyer reacts to a failed period. */
  readonly repayLabel: Sentence;
  /** The headers that prove the origin of a webhook, in lower case, and their longest values. */
  readonly headers: Readonly<Record<string, number>>;
  /** The marks of what buyers can pay with, besides cards. */
  readonly marks: readonly PaymentMark[];
  /** `undefined` if the provider takes every amount. */
  readonly amounts?: AmountLimits;
  /** A resumed subscription begins a new period at once. Otherwise, the provider's next date of payment counts. */
  readonly restartsPeriods: boolean;
  /** Loads the package of the provider on first use. */
  open(settings: NonNullable<OwnSettings>): Promise<PaymentProvider>;
}

/** The payment providers, the preferred one first. The README of orders explains how to add one. */
const PROVIDERS: {
  readonly [Name in PaymentProviderName]: ProviderEntry<PaymentSettings[Name]>;
} = {
  stripe: {
    label: () => t('card (Stripe)'),
    payLabel: msg('Pay by card'),
    repayLabel: msg('Pay now'),
    headers: { 'stripe-signature': 1000 },
    marks: [],
    amounts: stripeAmounts,
    restartsPeriods: true,
    open: async (settings) =>
      (await import('./providers/stripe/stripe.server.ts')).stripeProvider(settings),
  },
  paypal: {
    label: () => 'PayPal',
    payLabel: msg('Pay with PayPal'),
    // PayPal tries again by itself, and has no page to pay at once.
    repayLabel: msg('Check your payment method at PayPal'),
    headers: {
      'paypal-auth-algo': 200,
      'paypal-cert-url': 1000,
      'paypal-transmission-id': 200,
      'paypal-transmission-sig': 1000,
      'paypal-transmission-time': 200,
    },
    marks: ['paypal'],
    amounts: paypalAmounts,
    restartsPeriods: false,
    open: async (settings) =>
      (await import('./providers/paypal/paypal.server.ts')).paypalProvider(settings),
  },
};

export const PAYMENT_PROVIDERS = Object.keys(PROVIDERS) as PaymentProviderName[];

/** Returns the address to which a provider sends its events. */
export function webhookPathOf(name: PaymentProviderName): string {
  return `/webhooks/${name}`;
}

/** The payment methods (rule 211). */
export const PAYMENT_METHODS: readonly [PaymentMethod, ...PaymentMethod[]] = [
  'link',
  ...PAYMENT_PROVIDERS,
];

export const PROVIDER_HEADERS: Readonly<Record<string, number>> = Object.assign(
  {},
  ...Object.values(PROVIDERS).map(({ headers }) => headers),
);

type ProviderSettings = Pick<Settings, 'paymentProviders'>;

/** Returns the provider of a payment method, if it is configured. */
export async function openProvider(
  { paymentProviders }: ProviderSettings,
  paymentMethod: PaymentMethod,
): Promise<PaymentProvider | undefined> {
  return paymentMethod === 'link' ? undefined : open(paymentProviders, paymentMethod);
}

async function open<Name extends PaymentProviderName>(
  settings: Pick<PaymentSettings, Name>,
  name: Name,
): Promise<PaymentProvider | undefined> {
  const own = settings[name];
  return own && PROVIDERS[name].open(own);
}

/** Returns the configured payment methods whose payments are booked automatically. */
export function providersOf({ paymentProviders }: ProviderSettings): PaymentProviderName[] {
  return PAYMENT_PROVIDERS.filter((name) => paymentProviders[name] !== undefined);
}

/** Returns the name of the payment method. Records may name one of another version. */
export function labelOfMethod(paymentMethod: string): string {
  if (paymentMethod === 'link') return t('payment link');
  return Object.hasOwn(PROVIDERS, paymentMethod)
    ? PROVIDERS[paymentMethod as PaymentProviderName].label()
    : paymentMethod;
}

export function payLabelOf(name: PaymentProviderName): Sentence {
  return PROVIDERS[name].payLabel;
}

export function repayLabelOf(paymentMethod: PaymentMethod): Sentence | undefined {
  return paymentMethod === 'link' ? undefined : PROVIDERS[paymentMethod].repayLabel;
}

export function marksOfProvider(name: PaymentProviderName): readonly PaymentMark[] {
  return PROVIDERS[name].marks;
}

/** Returns false if a resumed subscription is charged on the provider's next date. */
export function restartsPeriods(paymentMethod: PaymentMethod): boolean {
  return paymentMethod === 'link' || PROVIDERS[paymentMethod].restartsPeriods;
}

/** Returns `undefined` if the payment method takes every amount. */
export function amountLimitsOf(paymentMethod: PaymentMethod): AmountLimits | undefined {
  return paymentMethod === 'link' ? undefined : PROVIDERS[paymentMethod].amounts;
}
