import type { Currency } from '../../platform/currencies.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { say } from '../../platform/say.ts';
import { formatMoney, toDecimal } from '../wire/money.ts';
import type { Way } from './ways.ts';

/** PayPal takes these whole, though they have smaller units; so does Stripe the other. */
const WHOLE: Readonly<Partial<Record<Way, readonly string[]>>> = {
  paypal: ['HUF', 'TWD'],
  stripe: ['MGA'],
};

/** In which steps a way takes a currency, in its smallest units: a sum between two of them is refused. */
export function stepOf(way: Way, currency: string): number {
  const digits = minorDigits(currency);
  if (WHOLE[way]?.includes(currency)) return 10 ** digits;
  // Of thousandths Stripe takes tens alone.
  return way === 'stripe' && digits === 3 ? 10 : 1;
}

/** What is wrong with an amount that none of these ways takes, and which one they would take; undefined for others. */
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

/** What a buyer is told who chose a way that does not take what is due; undefined where it does. */
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
