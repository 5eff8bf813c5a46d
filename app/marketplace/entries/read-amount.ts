import { minorDigits } from '../../platform/minor-digits.ts';
import { say } from '../../platform/say.ts';
import { formatAmount } from '../price.ts';
import { LIMITS } from './limits.ts';

/** Thousands as half the world writes them: taken for a fraction, a price would be a thousandth of what was meant. */
const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

/** An amount as somebody typed it, in the smallest unit of the currency; or what is wrong with it. */
export function readAmount(text: string, currency: string): number | { readonly fault: string } {
  const typed = text.trim().replaceAll(' ', '');
  if (!/^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,6})?$/.test(typed)) {
    return { fault: say('Please enter a price as a number, such as 1750 or 0.15.') };
  }
  const [whole = '', part = ''] = typed.replaceAll(',', '').split('.');
  const digits = minorDigits(currency);
  const kept = part.replace(/(?<!0)0+$/, '');
  if (kept.length > digits) {
    return {
      fault:
        digits === 0
          ? say('{currency} has no digits after the point.', { currency })
          : say('{currency} has {digits} digits after the point at most.', { currency, digits }),
    };
  }
  if (digits < 3 && GROUPED.test(typed)) {
    return {
      fault: say('“{typed}” could be {whole} or {part}. Please write the one you mean.', {
        typed,
        whole: whole + part,
        part: `${whole}.${kept}`.replace(/\.$/, ''),
      }),
    };
  }
  const amount = Number(whole + kept.padEnd(digits, '0'));
  if (amount === 0) return { fault: say('A price must be more than 0.') };
  if (amount > LIMITS.amount) {
    const most = formatAmount({ amount: LIMITS.amount, currency });
    return { fault: say('A price can be at most {most}.', { most }) };
  }
  return amount;
}

/** The amount as a field shows it: '1750', '0.15'. */
export function writeAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const part = text.slice(text.length - digits);
  return /^0*$/.test(part) ? whole : `${whole}.${part}`;
}
