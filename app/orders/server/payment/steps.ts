import type { Currency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { t } from '../../../i18n/translate.ts';
import { formatMoney, toDecimal } from '../../protocol/money.ts';
import type { PaymentMethod } from '../../protocol/payment-methods.ts';
import { amountLimitsOf } from './payment-providers.server.ts';

/**
 * Returns the step, in smallest units, in which a payment method takes a currency. Amounts between two steps
 * are refused.
 */
export function stepOf(paymentMethod: PaymentMethod, currency: string): number {
  return amountLimitsOf(paymentMethod)?.step(currency) ?? 1;
}

/**
 * Explains why none of the payment methods takes an amount, and names the nearest one that works. Returns
 * `undefined` if at least one method takes the amount.
 */
export function stepFault(
  methods: readonly PaymentMethod[],
  amount: number,
  currency: Currency,
): { readonly reason: string; readonly nearest: string } | undefined {
  if (methods.some((paymentMethod) => amount % stepOf(paymentMethod, currency) === 0))
    return undefined;
  const [paymentMethod] = methods;
  const limits = paymentMethod && amountLimitsOf(paymentMethod);
  if (!limits) return undefined;
  const step = limits.step(currency);
  const isWhole = step === 10 ** minorDigits(currency);
  const nearest = Math.max(step, Math.round(amount / step) * step);
  return {
    reason: limits.explain(currency, step),
    nearest: isWhole ? String(nearest / step) : toDecimal(nearest, currency),
  };
}

/** Returns an error message if the payment method does not take the amount due. */
export function cannotPay(
  paymentMethod: PaymentMethod,
  amount: number,
  currency: Currency,
): string | undefined {
  const fault = stepFault([paymentMethod], amount, currency);
  return (
    fault &&
    t(
      "{reason} The amount due is {amount}, so this order can't be paid this way. Nothing was charged. Ask us in the chat for an offer of {nearest} {currency}.",
      { ...fault, currency, amount: formatMoney(amount, currency) },
    )
  );
}
