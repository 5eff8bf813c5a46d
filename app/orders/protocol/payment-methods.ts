import type { PaymentSettings } from '../../platform/payment-settings.server.ts';

export type PaymentProviderName = keyof PaymentSettings;

/** `link` is the payment link (rule 211). */
export type PaymentMethod = 'link' | PaymentProviderName;
