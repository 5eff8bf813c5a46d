import type { Currency } from '../../platform/currencies.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { formatsNow } from '../../platform/say.ts';

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
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * The smallest units of what somebody typed ('1,250', '1250.5'); undefined for what is no amount of this
 * currency. Never by way of a fraction, which would lose a cent now and then.
 */
export function parseMoney(typed: string, currency: Currency): number | undefined {
  const text = typed.trim();
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text;
  const [, whole, fraction = ''] = PLAIN.exec(plain) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || fraction.replace(/(?<!0)0+$/, '').length > digits) return undefined;
  // Who writes '1.250' of euros means thousands in half of the world, and not a euro and a quarter.
  if (fraction.length === 3 && digits < 3) return undefined;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}
