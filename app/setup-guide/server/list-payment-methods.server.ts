import { t } from '../../i18n/translate.ts';
import { labelOfMethod, type PaymentMethod } from '../../orders/protocol/payment-methods.ts';
import { choicesOfOrder, methodsOf } from '../../orders/server/payment/payment-choices.server.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface ListedMethod {
  readonly method: PaymentMethod | 'transfer';
  readonly label: string;
  /** True if buyers have it now. */
  readonly isOffered: boolean;
}

/** Lists every payment method, the payment services first. */
export function listPaymentMethods(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails'>,
): ListedMethod[] {
  const offered = methodsOf(settings);
  const isLinkOffered = choicesOfOrder(settings).some(({ href }) => href !== undefined);
  return [
    ...(['stripe', 'paypal', 'link'] as const).map((method) => ({
      method,
      label: labelOfMethod(method),
      isOffered: method === 'link' ? isLinkOffered : offered.includes(method),
    })),
    { method: 'transfer', label: t('bank transfer'), isOffered: settings.bankDetails !== '' },
  ];
}
