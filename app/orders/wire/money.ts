import type { Currency } from '../../platform/currencies.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { readTypedAmount } from '../../platform/read-amount.ts';
import { formatsNow, say } from '../../platform/say.ts';

/** In smallest units: what every way of paying takes in one payment. */
export const MAX_AMOUNT = 99_999_999;

/** '$1,250.00', from the currency's smallest units. */
export function formatMoney(amount: number, currency: Currency): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(formatsNow(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** '1250.00', as payment services and fields of forms have it. */
export function toDecimal(amount: number, currency: Currency): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const PLAIN = /^(\d{1,12})(?:\.(\d+))?$/;

/** The smallest units of what a payment service says ('1250.00'); undefined for what is no amount of this currency. */
export function parseMoney(value: string, currency: Currency): number | undefined {
  const [, whole, fraction = ''] = PLAIN.exec(value.trim()) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || fraction.replace(/(?<!0)0+$/, '').length > digits) return undefined;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** The smallest units of what somebody typed ('1,250', '1250.5'), or what is wrong with it and what to write. */
export function readMoney(typed: string, currency: Currency): number | { readonly fault: string } {
  const digits = minorDigits(currency);
  const amount = readTypedAmount(typed, digits);
  if (typeof amount === 'number' && amount <= MAX_AMOUNT) return amount;
  if (typeof amount !== 'number' && amount.kind === 'ambiguous') {
    const { whole, part } = amount;
    return {
      fault: say('“{typed}” could be {whole} or {part}. Please write the one you mean.', {
        typed: typed.trim(),
        whole,
        part,
      }),
    };
  }
  return { fault: sayExample(digits, currency) };
}

function sayExample(digits: number, currency: Currency): string {
  if (digits === 0) {
    return say('Please write a price in {currency} as a whole number, such as 1250.', { currency });
  }
  return digits === 3
    ? say('Please write a price in {currency} such as 1250 or 80.500.', { currency })
    : say('Please write a price in {currency} such as 1250 or 80.50.', { currency });
}
