import type { Currency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { say } from '../../../platform/say.ts';
import { formatMoney, toDecimal } from '../../protocol/money.ts';
import type { Way } from '../../protocol/ways.ts';

/** Currencies that a payment service takes without decimals although they have smaller units. */
const WHOLE: Readonly<Partial<Record<Way, readonly string[]>>> = {
  paypal: ['HUF', 'TWD'],
  stripe: ['MGA'],
};

/**
 * Returns the step, in smallest units, in which a payment method takes a currency. Amounts between two steps
 * are refused.
 */
export function stepOf(way: Way, currency: string): number {
  const digits = minorDigits(currency);
  if (WHOLE[way]?.includes(currency)) return 10 ** digits;
  // Stripe requires amounts in currencies with three decimals to be multiples of ten.
  return way === 'stripe' && digits === 3 ? 10 : 1;
}

/**
 * Explains why none of the payment methods takes an amount, and names the nearest one that works. Returns
 * `undefined` if at least one method takes the amount.
 */
export function stepFault(
  ways: readonly Way[],
  amount: number,
  currency: Currency,
): { readonly reason: string; readonly nearest: string } | undefined {
  if (ways.some((way) => amount % stepOf(way, currency) === 0)) return undefined;
  const [way] = ways;
  if (way === undefined) return undefined;
  const step = stepOf(way, currency);
  const isWhole = step === 10 ** minorDigits(currency);
  const reason =
    way === 'paypal'
      ? say('PayPal takes no decimals in {currency}.', { currency })
      : isWhole
        ? say('Card payments take no decimals in {currency}.', { currency })
        : say('Card payments take {currency} in steps of {step}.', {
            currency,
            step: toDecimal(step, currency),
          });
  const nearest = Math.max(step, Math.round(amount / step) * step);
  return {
    reason,
    nearest: isWhole ? String(nearest / step) : toDecimal(nearest, currency),
  };
}

/** Returns an error message if the payment method does not take the amount due. */
export function cannotPay(way: Way, amount: number, currency: Currency): string | undefined {
  const fault = stepFault([way], amount, currency);
  return (
    fault &&
    say(
      '{reason} {amount} is due, so this order cannot be paid this way. Nothing was charged. Please ask us in the chat for an offer of {nearest} {currency}.',
      { ...fault, currency, amount: formatMoney(amount, currency) },
    )
  );
}
