import { t } from '../../i18n/translate.ts';
import { labelOfMethod, type PaymentMethod } from '../../orders/protocol/payment-methods.ts';
import { choicesOfOrder, methodsOf } from '../../orders/server/payment/payment-choices.server.ts';
import { PAYMENT_PROVIDERS } from '../../orders/server/payment/payment-providers.server.ts';
import { PROVIDER_VARIABLES } from '../../platform/payment-settings.server.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface ListedMethod {
  readonly method: PaymentMethod | 'transfer';
  readonly label: string;
  /** True if buyers have it now. */
  readonly isOffered: boolean;
  /** The environment variables that turn a provider on. Its keys are secrets, so no page changes them. */
  readonly variables: readonly string[];
}

/** Lists every payment method, the payment services first. */
export function listPaymentMethods(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails'>,
): ListedMethod[] {
  const offered = methodsOf(settings);
  const isLinkOffered = choicesOfOrder(settings).some(({ href }) => href !== undefined);
  return [
    ...PAYMENT_PROVIDERS.map((method) => ({
      method,
      label: labelOfMethod(method),
      isOffered: offered.includes(method),
      variables: PROVIDER_VARIABLES[method],
    })),
    { method: 'link', label: labelOfMethod('link'), isOffered: isLinkOffered, variables: [] },
    {
      method: 'transfer',
      label: t('bank transfer'),
      isOffered: settings.bankDetails !== '',
      variables: [],
    },
  ];
}
