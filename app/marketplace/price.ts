import { minorDigits } from '../platform/minor-digits.ts';
import { formatsNow, sayAny } from '../platform/say.ts';

/** What the amount buys. */
export const PRICE_UNITS = [
  'flat',
  'month',
  'year',
  'word',
  'audio-minute',
  'each',
  '1000-followers',
  'registration',
] as const;

export type PriceUnit = (typeof PRICE_UNITS)[number];

/** A price is data; its text is made from it (DECISIONS 4). */
export interface Price {
  /** In the smallest unit of the currency, so that $0.15 a word is exact. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly unit: PriceUnit;
  /** Package note shown after the amount, e.g. 'per book'. */
  readonly note?: string;
  /** True where the price list writes a whole amount with cents ('$500.00'). */
  readonly cents?: true;
}

/** A price as the catalogue's tables hold it. */
export interface PriceFields {
  readonly amount: number;
  readonly currency: string;
  readonly unit: PriceUnit;
  readonly note: string;
  readonly cents: boolean;
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

/** The amount in whole currency units: 1750 for 175000 cents. */
export function toUnits({ amount, currency }: Pick<Price, 'amount' | 'currency'>): number {
  return amount / 10 ** minorDigits(currency);
}

/** The same as programs read it: '1750.00'. */
export function toDecimal({ amount, currency }: Pick<Price, 'amount' | 'currency'>): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

export const UNIT_TEXT: Record<PriceUnit, string> = {
  flat: '',
  month: 'per month',
  year: 'per year',
  word: 'per word',
  'audio-minute': 'per audio minute',
  each: 'each',
  '1000-followers': 'per 1000 followers',
  registration: 'per registration',
};

/** '$1,750', '$500.00', '$0.15'. */
export function formatAmount(price: Pick<Price, 'amount' | 'currency' | 'cents'>): string {
  const isWhole = price.amount % 10 ** minorDigits(price.currency) === 0 && !price.cents;
  return formatterOf(price.currency, isWhole).format(toUnits(price));
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making one takes as long as using it sixty times, and a list has a hundred prices. */
function formatterOf(currency: string, isWhole = false): Intl.NumberFormat {
  const locale = formatsNow();
  const key = `${currency} ${isWhole} ${locale}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      // As ISO 4217 says, not as is usual: an amount is kept in these.
      minimumFractionDigits: isWhole ? 0 : minorDigits(currency),
      maximumFractionDigits: isWhole ? 0 : minorDigits(currency),
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** '$'; '' where not all prices are in one currency. */
export function signOf(prices: readonly Price[]): string {
  const [currency, ...others] = new Set(prices.map((price) => price.currency));
  if (currency === undefined || others.length > 0) return '';
  const parts = formatterOf(currency).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? '';
}

/** What stands beside the amount: 'per month', 'per book', 'per month, up to 3 markets', or ''. */
export function formatPriceNote(price: Price): string {
  return [sayAny(UNIT_TEXT[price.unit]), price.note].filter(Boolean).join(', ');
}

/** What it costs in a sentence: '$7,500 per month'. */
export function formatPrice(price: Price): string {
  return [formatAmount(price), sayAny(UNIT_TEXT[price.unit])].filter(Boolean).join(' ');
}

/** A card's price: beside others whole amounts are written alike, '$500' as '$1,750'. */
export function formatCardPrice({ amount, currency, unit }: Price): string {
  return formatPrice({ amount, currency, unit });
}
