import { labelOfMethod, type PaymentMethod } from '../../orders/protocol/payment-methods.ts';
import { methodsOf } from '../../orders/server/payment/payment-choices.server.ts';
import type { Settings } from '../../platform/settings.server.ts';

export interface ListedMethod {
  readonly method: PaymentMethod;
  readonly label: string;
  /** True if buyers have it now. */
  readonly isOffered: boolean;
}

/** Lists every payment method, the payment services first. */
export function listPaymentMethods(settings: Pick<Settings, 'paymentProviders'>): ListedMethod[] {
  const offered = methodsOf(settings);
  return (['stripe', 'paypal', 'link'] as const).map((method) => ({
    method,
    label: labelOfMethod(method),
    isOffered: offered.includes(method),
  }));
}
