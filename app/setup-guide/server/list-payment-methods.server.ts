import { t } from '../../i18n/translate.ts';
import { labelOfMethod, PAYMENT_PROVIDERS } from '../../orders/server/payment/payment-providers.ts';
import type { PaymentMethod } from '../../orders/protocol/payment-methods.ts';
import { choicesOfOrder, methodsOf } from '../../orders/server/payment/payment-choices.server.ts';
import { PROVIDER_VARIABLES } from '../../platform/payment-settings.server.ts';
import { currencyFault } from '../../orders/server/payment/accepted-amounts.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface ListedMethod {
  readonly method: PaymentMethod | 'transfer';
  readonly label: string;
  /** True if buyers have it now. */
  readonly isOffered: boolean;
  /** The environment variables that turn a provider on. Its keys are secrets, so no page changes them. */
  readonly variables: readonly string[];
  /** Says why buyers do not have it although it is configured, or is ''. */
  readonly fault: string;
}

/** Lists every payment method, the payment services first. */
export function listPaymentMethods(
  settings: Pick<Settings, 'paymentProviders' | 'paymentUrl' | 'bankDetails' | 'currency'>,
): ListedMethod[] {
  const configured = methodsOf(settings);
  const isLinkOffered = choicesOfOrder(settings).some(({ href }) => href !== undefined);
  return [
    ...[...PAYMENT_PROVIDERS, 'link' as const].map((method) => {
      const isConfigured = method === 'link' ? isLinkOffered : configured.includes(method);
      const fault = (isConfigured && currencyFault(method, settings.currency)) || '';
      return {
        method,
        label: labelOfMethod(method),
        isOffered: isConfigured && fault === '',
        variables: method === 'link' ? [] : PROVIDER_VARIABLES[method],
        fault,
      };
    }),
    {
      method: 'transfer',
      label: t('bank transfer'),
      isOffered: settings.bankDetails !== '',
      variables: [],
      fault: '',
    },
  ];
}
