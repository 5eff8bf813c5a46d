import type { TaxRate, TaxSettings } from '../../platform/tax-settings.ts';
import { normalizeTaxNumber } from './tax-number.ts';

/** The tax of one line (rules 266 to 270). A rate is in thousandths of a percent. */
export type LineTax =
  | { readonly kind: 'none' }
  | { readonly kind: 'rate'; readonly name: string; readonly rate: number }
  /** The seller's rate is the one that prices including tax contain. */
  | { readonly kind: 'reverse-charge'; readonly name: string; readonly sellerRate: number };

export const NO_TAX: LineTax = { kind: 'none' };

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
