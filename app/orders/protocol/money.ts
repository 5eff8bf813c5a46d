import type { Currency } from '../../platform/currencies.ts';
import { formatCurrency } from '../../platform/format-currency.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { decimalSign, readTypedAmount, toTypedAmount } from '../../platform/read-amount.ts';
import { formatsNow, t } from '../../i18n/translate.ts';

/**
 * The most that an order can cost, in smallest units: about 60,000 dollars even in rupiahs with their cents. A payment
 * method may accept less (`AmountLimits`).
 */
export const MAX_AMOUNT = 99_999_999_999;

/** Formats smallest units, for example as '$1,250.00'. */
export function formatMoney(amount: number, currency: Currency): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(formatsNow(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formatCurrency(format, amount / 10 ** digits);
}

/** Formats smallest units for payment services and form fields, for example as '1250.00'. */
export function toDecimal(amount: number, currency: Currency): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const PLAIN = /^(\d{1,12})(?:\.(\d+))?$/;

/**
 * Parses an amount of a payment service ('1250.00') into smallest units. Returns `undefined` if it is not a
 * valid amount of this currency.
 */
export function parseMoney(value: string, currency: Currency): number | undefined {
  const [, whole, fraction = ''] = PLAIN.exec(value.trim()) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || fraction.replace(/(?<!0)0+$/, '').length > digits) return undefined;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Parses an amount that was typed in the reader's formats into smallest units, or returns an error message. */
export function readMoney(typed: string, currency: Currency): number | { readonly fault: string } {
  const digits = minorDigits(currency);
  const amount = readTypedAmount(typed, digits, decimalSign());
  if (typeof amount === 'number' && amount <= MAX_AMOUNT) return amount;
  if (typeof amount !== 'number' && amount.kind === 'ambiguous') {
    return { fault: describeAmbiguous({ ...amount, typed: typed.trim() }) };
  }
  return { fault: describePriceExample(digits, currency) };
}

export function describeAmbiguous(read: {
  readonly typed: string;
  readonly whole: string;
  readonly part: string;
}): string {
  return t('“{typed}” could be {whole} or {part}. Enter the one you mean.', {
    typed: read.typed,
    whole: read.whole,
    part: read.part,
  });
}

function describePriceExample(digits: number, currency: Currency): string {
  if (digits === 0) {
    return t('Enter a price in {currency} as a whole number, such as 1250.', { currency });
  }
  const example = toTypedAmount(digits === 3 ? '80.500' : '80.50');
  return t('Enter a price in {currency}, such as 1250 or {example}.', { currency, example });
}
