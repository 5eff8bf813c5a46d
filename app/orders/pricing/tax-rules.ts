/** The tax of one line (rules 266 to 270). A rate is in thousandths of a percent. */
export type LineTax =
  | { readonly kind: 'none' }
  | { readonly kind: 'rate'; readonly name: string; readonly rate: number }
  /** The seller's rate is the one that prices including tax contain. */
  | { readonly kind: 'reverse-charge'; readonly name: string; readonly sellerRate: number };

export const NO_TAX: LineTax = { kind: 'none' };

export interface TaxRate {
  /** ISO 3166-1, such as 'DE'. */
  readonly country: string;
  readonly name: string;
  readonly rate: number;
  /** The first day in the shop's time zone. */
  readonly from: string;
}

export interface TaxSettings {
  readonly sellerCountry: string;
  /** The first name of a country is its default. Entries with the same name follow each other in time. */
  readonly rates: readonly TaxRate[];
  readonly reverseChargeCountries: readonly string[];
}

export interface TaxedBuyer {
  readonly country: string | null;
  readonly taxNumber: string | null;
}

/**
 * Chooses the tax of a line on the day on which the order is placed or a period begins. `undefined` as settings
 * means that tax is off.
 */
export function chooseLineTax(
  settings: TaxSettings | undefined,
  { country: chosenCountry, taxNumber }: TaxedBuyer,
  rateName: string | null,
  day: string,
): LineTax {
  if (!settings) return NO_TAX;
  const { sellerCountry, reverseChargeCountries } = settings;
  const country = chosenCountry ?? sellerCountry;
  const isReverseCharge =
    country !== sellerCountry &&
    reverseChargeCountries.includes(country) &&
    taxNumber !== null &&
    normalizeTaxNumber(country, taxNumber) !== undefined;
  const rate = findRate(settings, isReverseCharge ? sellerCountry : country, rateName, day);
  if (isReverseCharge) {
    return { kind: 'reverse-charge', name: rate?.name ?? '', sellerRate: rate?.rate ?? 0 };
  }
  return rate ? { kind: 'rate', name: rate.name, rate: rate.rate } : NO_TAX;
}

/** Finds the rate with the service's name, or the first rate of the country. */
function findRate(
  { rates }: TaxSettings,
  country: string,
  rateName: string | null,
  day: string,
): TaxRate | undefined {
  const begun = rates.filter((rate) => rate.country === country && rate.from <= day);
  const name = begun.some((rate) => rate.name === rateName) ? rateName : begun[0]?.name;
  return begun
    .filter((rate) => rate.name === name)
    .reduce<TaxRate | undefined>(
      (latest, rate) => (latest && latest.from > rate.from ? latest : rate),
      undefined,
    );
}

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
  if (!pattern) {
    const number = typed.normalize('NFKC').replace(/\s+/g, ' ').trim();
    const { length } = Array.from(number);
    return length >= OTHER_NUMBER.least && length <= OTHER_NUMBER.most ? number : undefined;
  }
  const number = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./-]/g, '');
  // The country's own code is a common mistake for Greece.
  const rest = [prefix, country].find((code) => number.startsWith(code));
  const candidates = [...(rest === undefined ? [] : [number.slice(rest.length)]), number];
  const found = candidates.find((candidate) => pattern.test(candidate));
  return found === undefined ? undefined : prefix + found;
}
