import { t } from '../../../i18n/translate.ts';
import { formatMoney } from '../../protocol/money.ts';
import type { OfferTerms } from '../../protocol/offer.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { stepFault } from '../payment/steps.ts';

/** Says why no payment method takes the total, or returns `undefined`. Nothing has to be paid for a total of zero. */
export function describeStepFault(
  methods: readonly PaymentMethod[],
  { amount, currency }: Pick<OfferTerms, 'amount' | 'currency'>,
): string | undefined {
  const fault = amount === 0 ? undefined : stepFault(methods, amount, currency);
  return (
    fault &&
    t('{reason} This offer totals {amount}. Change the total to {nearest}, for example.', {
      ...fault,
      amount: formatMoney(amount, currency),
    })
  );
}
