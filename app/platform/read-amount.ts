import { formatsNow } from '../i18n/translate.ts';
import { toLatinDigits } from './latin-digits.ts';

export type AmountFault =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too precise' }
  /** Part of the world reads the text as a whole amount, the rest as one with decimals. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly part: string };

export type DecimalSign = '.' | ',';

const signs = new Map<string, DecimalSign>();

/** The sign before decimals in the formats of the reader: '80.50' in English, '80,50' in German. */
export function decimalSign(): DecimalSign {
  const formats = formatsNow();
  let sign = signs.get(formats);
  if (!sign) {
    const parts = new Intl.NumberFormat(formats).formatToParts(1.5);
    sign = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
    signs.set(formats, sign);
  }
  return sign;
}

/** Writes '80.50' as readers type it. */
export function toTypedAmount(decimal: string, sign = decimalSign()): string {
  return decimal.replace('.', sign);
}

const PLAIN = /^(\d{1,15})(?:\.(\d{1,6}))?$/;
const GROUPED: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[1-9]\d{0,2}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/,
  ',': /^[1-9]\d{0,2}(?:\.\d{3}){1,4}(?:,\d{1,6})?$/,
};
const WITH_COMMA = /^\d{1,15},\d{1,6}$/;
/** Three digits after a single point or comma may be decimals or thousands. */
const THREE_DIGITS = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Parses a typed amount such as '1,250' or '1250.5', or '1.250,50' where the comma separates decimals, to the smallest
 * unit. Floating point would lose a cent now and then. With up to two decimals, three digits after the sign of decimals
 * are ambiguous; with three decimals, those after the sign of thousands are.
 */
export function readTypedAmount(
  text: string,
  digits: number,
  sign: DecimalSign = '.',
): number | AmountFault {
  const decimal = readTypedDecimal(text, digits, sign);
  if (typeof decimal !== 'string') return decimal;
  const [whole = '', part = ''] = decimal.split('.');
  return Number(whole + part.padEnd(digits, '0'));
}

/** As {@link readTypedAmount}, to a text such as '1250.5', which has more digits than a number can hold. */
export function readTypedDecimal(
  text: string,
  digits: number,
  sign: DecimalSign = '.',
): string | AmountFault {
  const typed = toLatinDigits(text.normalize('NFKC')).replaceAll(/\s/g, '');
  const [, whole, part = ''] = PLAIN.exec(toPlain(typed, sign)) ?? [];
  if (whole === undefined) return { kind: 'unreadable' };
  const remaining = part.replace(/(?<!0)0+$/, '');
  if (remaining.length > digits) return { kind: 'too precise' };
  const [, thousands = '', separator, rest = ''] = THREE_DIGITS.exec(typed) ?? [];
  if (separator !== undefined && (separator === sign) === digits < 3) {
    const decimals = digits < 3 ? rest.replace(/(?<!0)0+$/, '') : rest;
    return {
      kind: 'ambiguous',
      whole: thousands + rest,
      part: decimals === '' ? thousands : `${thousands}${sign}${decimals}`,
    };
  }
  return remaining === '' ? whole : `${whole}.${remaining}`;
}

/** Without groups, and with a point. One or two digits after a point are decimals in every format. */
function toPlain(typed: string, sign: DecimalSign): string {
  if (GROUPED[sign].test(typed)) {
    return typed.replaceAll(sign === '.' ? ',' : '.', '').replace(',', '.');
  }
  return sign === ',' && WITH_COMMA.test(typed) ? typed.replace(',', '.') : typed;
}
