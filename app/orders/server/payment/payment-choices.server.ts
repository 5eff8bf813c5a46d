import { t } from '../../../i18n/translate.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { payLabelOf, providersOf } from './payment-providers.server.ts';

interface PaymentChoice {
  readonly way: PaymentMethod;
  readonly label: string;
  readonly href?: string;
}

/**
 * Returns the available payment methods, the preferred one first. The payment link is offered only if no
 * payment service is configured.
 */
export function choicesOf(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl'>,
): [PaymentChoice, ...PaymentChoice[]] {
  const { paymentUrl } = settings;
  const [first, ...others] = providersOf(settings).map((name) => ({
    way: name,
    label: t(payLabelOf(name)),
  }));
  if (first) return [first, ...others];
  return [{ way: 'link', label: labelOfLink(paymentUrl), href: paymentUrl }];
}

/** Returns the methods of {@link choicesOf}, in the same order. */
export function methodsOf(settings: Pick<Settings, 'paymentProviders'>): PaymentMethod[] {
  const providers = providersOf(settings);
  return providers.length > 0 ? [...providers] : ['link'];
}

/** The label says PayPal only if the link leads there (rule 215), because another site would be a surprise. */
export function labelOfLink(paymentUrl: string): string {
  const { hostname } = new URL(paymentUrl);
  return /(^|\.)paypal\.(com|me)$/.test(hostname) ? t('Pay with PayPal') : t('Pay online');
}
