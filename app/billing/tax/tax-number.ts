import { toLatinDigits } from '../../platform/latin-digits.ts';

/** The digits and letters after the prefix. Greece has the prefix EL, Northern Ireland XI. */
const EU_NUMBERS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
};

const OTHER_NUMBER = { least: 4, most: 20 } as const;

/**
 * Returns the stored form of a tax number, or `undefined` if the number does not have the form of the country. The
 * form is checked, not the existence. Numbers of the EU may be typed without their prefix.
 */
export function normalizeTaxNumber(country: string, typed: string): string | undefined {
  if (typed.length > 100) return undefined;
  const prefix = country === 'GR' ? 'EL' : country;
  const pattern = Object.hasOwn(EU_NUMBERS, prefix) ? EU_NUMBERS[prefix] : undefined;
  const latin = toLatinDigits(typed.normalize('NFKC'));
  if (!pattern) {
    const number = latin.replace(/\s+/g, ' ').trim();
    const { length } = Array.from(number);
    return length >= OTHER_NUMBER.least && length <= OTHER_NUMBER.most ? number : undefined;
  }
  const number = latin.toUpperCase().replace(/[\s./-]/g, '');
  // The country's own code is a common mistake for Greece.
  const rest = [prefix, country].find((code) => number.startsWith(code));
  const candidates = [...(rest === undefined ? [] : [number.slice(rest.length)]), number];
  const found = candidates.find((candidate) => pattern.test(candidate));
  return found === undefined ? undefined : prefix + found;
}

const VAT_NUMBER = /^[A-Z]{2}[A-Z0-9+*]{2,}$/;

/**
 * Returns the VAT number of a seller or buyer, or undefined for a tax number of another kind. A VAT number begins with
 * its country (BR-CO-09); Greece and Northern Ireland have prefixes of their own. Without a country, the form decides.
 */
export function vatNumberOf({
  taxNumber,
  country,
}: {
  readonly taxNumber: string | undefined;
  readonly country: string | undefined;
}): string | undefined {
  const number = (taxNumber ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!VAT_NUMBER.test(number)) return undefined;
  const prefixes = [country, country === 'GR' ? 'EL' : country === 'GB' ? 'XI' : country];
  return !country || prefixes.includes(number.slice(0, 2)) ? number : undefined;
}
