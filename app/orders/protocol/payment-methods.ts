import { t } from '../../i18n/translate.ts';
import type { PaymentSettings } from '../../platform/payment-settings.server.ts';

export type PaymentProviderName = keyof PaymentSettings;

/** `link` is the payment link (rule 211). */
export type PaymentMethod = 'link' | PaymentProviderName;

export function webhookPathOf(paymentMethod: PaymentProviderName): string {
  return `/webhooks/${paymentMethod}`;
}

const LABELS: Readonly<Record<PaymentMethod, () => string>> = {
  link: () => t('payment link'),
  stripe: () => t('card (Stripe)'),
  paypal: () => 'PayPal',
};

/** The name of the payment method on receipts and in the portal. A stored event may name one of another version. */
export function labelOfMethod(paymentMethod: string): string {
  return Object.hasOwn(LABELS, paymentMethod)
    ? LABELS[paymentMethod as PaymentMethod]()
    : paymentMethod;
}
