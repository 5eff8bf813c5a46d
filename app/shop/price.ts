import { formatCurrency } from '../platform/format-currency.ts';
import { minorDigits } from '../platform/minor-digits.ts';
import { formatsNow, t, msg, type Sentence } from '../i18n/translate.ts';

/** The text behind an amount. A price without one is paid once. */
const UNIT_TEXT = {
  flat: undefined,
  week: msg('per week'),
  month: msg('per month'),
  quarter: msg('per quarter'),
  year: msg('per year'),
  word: msg('per word'),
  'audio-minute': msg('per audio minute'),
  each: msg('each'),
  '1000-followers': msg('per 1000 followers'),
  registration: msg('per registration'),
} as const satisfies Readonly<Record<string, Sentence | undefined>>;

export type PriceUnit = keyof typeof UNIT_TEXT;

export const PRICE_UNITS = Object.keys(UNIT_TEXT) as [PriceUnit, ...PriceUnit[]];

/** A price is data; its text is made from it (rule 54). */
export interface Price {
  /** The amount is in the smallest unit of the currency, so that a price of $0.15 a word is exact. */
  readonly amount: number;
  /** The code follows ISO 4217. */
  readonly currency: string;
  readonly unit: PriceUnit;
  /** The note is shown after the amount, such as 'per book'. */
  readonly note?: string;
  readonly cents?: true;
  /** Pages add this text while tax is on, such as 'incl. VAT'. */
  readonly tax?: string;
  /** Set if other packages cost more. */
  readonly isFrom?: true;
}

export interface PriceFields {
  readonly amount: number;
  readonly currency: string;
  readonly unit: PriceUnit;
  readonly note: string;
  readonly cents: boolean;
}

export interface ServicePrices {
  readonly price: Price;
  readonly packages: readonly { readonly amount: number }[];
}

/** The order form of a service with packages offers only these, not the regular price. */
export function leastAmount({ price, packages }: ServicePrices): number {
  return packages.length === 0 ? price.amount : Math.min(...packages.map(({ amount }) => amount));
}

export function toPrice({ amount, currency, unit, note, cents }: PriceFields): Price {
  return {
    amount,
    currency,
    unit,
    ...(note !== '' && { note }),
    ...(cents && { cents }),
  };
}

/** For example, 175000 cents become 1750. */
export function toUnits({ amount, currency }: Pick<Price, 'amount' | 'currency'>): number {
  return amount / 10 ** minorDigits(currency);
}

/** Programs read the amount as '1750.00'. */
export function toDecimal({ amount, currency }: Pick<Price, 'amount' | 'currency'>): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Examples are '$1,750', '$500.00' and '$0.15'. */
export function formatAmount(price: Pick<Price, 'amount' | 'currency' | 'cents'>): string {
  const isWhole = price.amount % 10 ** minorDigits(price.currency) === 0 && !price.cents;
  return formatCurrency(formatterOf(price.currency, isWhole), toUnits(price));
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Formatters are cached: creating a formatter takes as long as sixty uses of it, and a list has a hundred prices. */
function formatterOf(currency: string, isWhole = false): Intl.NumberFormat {
  const locale = formatsNow();
  const key = `${currency} ${isWhole} ${locale}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      // ISO 4217 defines the stored digits. The default of `Intl` may differ.
      minimumFractionDigits: isWhole ? 0 : minorDigits(currency),
      maximumFractionDigits: isWhole ? 0 : minorDigits(currency),
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/**
 * Amounts of different currencies cannot be compared, so filters and sorting compare those of the currency that most
 * prices have. The first one wins a tie. Returns undefined without prices.
 */
export function findMainCurrency(prices: readonly Pick<Price, 'currency'>[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts.keys()].find((currency) => counts.get(currency) === most);
}

/** Returns '' without a currency. */
export function signOf(currency: string | undefined): string {
  if (currency === undefined) return '';
  const parts = formatterOf(currency).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? '';
}

/** Returns '' for the price of the whole. */
export function describeUnit(unit: PriceUnit): string {
  const text = UNIT_TEXT[unit];
  return text ? t(text) : '';
}

/** Examples are 'per month', 'per book', 'per month, up to 3 markets' and ''. */
export function formatPriceNote(price: Price): string {
  const unit = describeUnit(price.unit);
  if (unit === '' || !price.note) return unit || (price.note ?? '');
  return t('{unit}, {note}', { unit, note: price.note });
}

/** Examples are '$7,500' and 'from $7,500'. */
export function formatShownAmount(price: Price): string {
  const amount = formatAmount(price);
  return price.isFrom ? t('from {price}', { price: amount }) : amount;
}

/** An example is '$7,500 per month'. */
export function formatPrice(price: Price): string {
  return [formatShownAmount(price), describeUnit(price.unit), price.tax].filter(Boolean).join(' ');
}

/** Cards omit the cents of whole amounts, so that '$500' beside '$1,750' looks uniform. */
export function formatCardPrice({ cents: _, ...price }: Price): string {
  return formatPrice(price);
}
