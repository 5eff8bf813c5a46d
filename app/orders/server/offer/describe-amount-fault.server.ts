import { t } from '../../../i18n/translate.ts';
import { formatMoney } from '../../protocol/money.ts';
import type { OfferTerms } from '../../protocol/offer.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { amountFault } from '../payment/accepted-amounts.ts';

/** Says why no payment method takes the total, or returns `undefined`. Nothing has to be paid for a total of zero. */
export function describeAmountFault(
  methods: readonly PaymentMethod[],
  { amount, currency }: Pick<OfferTerms, 'amount' | 'currency'>,
): string | undefined {
  const fault = amount === 0 ? undefined : amountFault(methods, amount, currency);
  if (!fault) return undefined;
  const { reason, nearest } = fault;
  if (nearest === undefined)
    return t('{reason} Choose another currency for this offer.', { reason });
  return t('{reason} This offer totals {amount}. Change the total to {nearest}, for example.', {
    reason,
    nearest,
    amount: formatMoney(amount, currency),
  });
}
