import { t } from '../../../i18n/translate.ts';
import { FIRST_PAYMENT_URL } from '../../../platform/changeable-settings.ts';
import type { PaymentLink } from '../../../platform/payment-link.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { PaymentMark } from '../../../ui/payment-marks.tsx';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { takesAmount, takesCurrency } from './accepted-amounts.ts';
import { marksOfProvider, payLabelOf, providersOf } from './payment-providers.ts';

interface PaymentChoice {
  readonly method: PaymentMethod;
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
    method: name,
    label: t(payLabelOf(name)),
  }));
  if (first) return [first, ...others];
  return [{ method: 'link', label: labelOfLink(paymentUrl), href: paymentUrl }];
}

/**
 * A shop that only has bank details must not send buyers to the placeholder of a new installation. Methods that do not
 * take the amount due are left out, unless nothing else would be left: the button of such a method says why.
 */
export function choicesOfOrder(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails'>,
  due?: { readonly amount: number; readonly currency: Currency },
): PaymentChoice[] {
  const isOwn = settings.bankDetails === '' || settings.paymentUrl !== FIRST_PAYMENT_URL;
  const choices = choicesOf(settings).filter(({ href }) => href === undefined || isOwn);
  if (!due) return choices;
  const taken = choices.filter(({ method }) => takesAmount(method, due.amount, due.currency));
  return taken.length > 0 || settings.bankDetails !== '' ? taken : choices;
}

/**
 * Returns the link of `/payment`, of the footer and of service cards. There is none as long as it would be the placeholder
 * of a new installation in a shop that has another method.
 */
export function paymentLinkOf(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails'>,
): PaymentLink | undefined {
  const { paymentUrl: href, bankDetails } = settings;
  const isOnlyMethod = providersOf(settings).length === 0 && bankDetails === '';
  if (href === FIRST_PAYMENT_URL && !isOnlyMethod) return undefined;
  return { href, label: choicesOf(settings)[0].label };
}

/** A payment link may lead anywhere, so only that of a known service has marks. PayPal takes cards as well. */
export function paymentMarksOf(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails' | 'currency'>,
): PaymentMark[] {
  const providers = providersOf(settings).filter((name) => takesCurrency(name, settings.currency));
  const isLinkToPayPal = choicesOfOrder(settings).some(({ href = '' }) => isAtPayPal(href));
  if (providers.length === 0 && !isLinkToPayPal) return [];
  const own = isLinkToPayPal ? (['paypal'] as const) : providers.flatMap(marksOfProvider);
  return ['visa', 'mastercard', 'amex', 'apple-pay', ...own];
}

/** Returns the methods of {@link choicesOf}, in the same order. */
export function methodsOf(settings: Pick<Settings, 'paymentProviders'>): PaymentMethod[] {
  const providers = providersOf(settings);
  return providers.length > 0 ? [...providers] : ['link'];
}

/** Returns the methods of an order. A bank transfer is booked as the payment link is, and takes every amount as well. */
export function methodsOfOrder(
  settings: Pick<Settings, 'paymentProviders' | 'bankDetails'>,
): PaymentMethod[] {
  const methods = methodsOf(settings);
  return settings.bankDetails === '' || methods.includes('link') ? methods : [...methods, 'link'];
}

/** The label says PayPal only if the link leads there (rule 215), because another site would be a surprise. */
function labelOfLink(paymentUrl: string): string {
  return isAtPayPal(paymentUrl) ? t('Pay with PayPal') : t('Pay online');
}

function isAtPayPal(paymentUrl: string): boolean {
  return /(^|\.)paypal\.(com|me)$/.test(URL.parse(paymentUrl)?.hostname ?? '');
}
