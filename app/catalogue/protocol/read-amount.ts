import { minorDigits } from '../../platform/minor-digits.ts';
import { readTypedAmount, type AmountFault } from '../../platform/read-amount.ts';
import { t } from '../../i18n/translate.ts';
import { formatAmount } from '../../shop/price.ts';
import { LIMITS } from './limits.ts';

/** The result is in the smallest unit of the currency. */
export function readAmount(text: string, currency: string): number | { readonly fault: string } {
  const typed = text.trim();
  const digits = minorDigits(currency);
  const amount = readTypedAmount(typed, digits);
  if (typeof amount !== 'number') return { fault: describeError(amount, typed, currency) };
  if (amount === 0) return { fault: t('A price must be more than 0.') };
  if (amount > LIMITS.amount) {
    const most = formatAmount({ amount: LIMITS.amount, currency });
    return { fault: t('A price can be at most {most}.', { most }) };
  }
  return amount;
}

function describeError(fault: AmountFault, typed: string, currency: string): string {
  const digits = minorDigits(currency);
  if (fault.kind === 'ambiguous') {
    const { whole, part } = fault;
    return t('“{typed}” could be {whole} or {part}. Please write the one you mean.', {
      typed,
      whole,
      part,
    });
  }
  if (fault.kind === 'too precise') {
    return digits === 0
      ? t('{currency} has no digits after the point. Please enter a whole number, such as 1750.', {
          currency,
        })
      : t('{currency} has {digits} digits after the point at most.', { currency, digits });
  }
  return digits === 0
    ? t('Please enter a price as a whole number, such as 1750.')
    : t('Please enter a price as a number, such as 1750 or 0.15.');
}

/** Examples are '1750' and '0.15'. */
export function writeAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const part = text.slice(text.length - digits);
  return /^0*$/.test(part) ? whole : `${whole}.${part}`;
}
