/** What the amount buys. */
export type PriceUnit =
  | 'flat'
  | 'month'
  | 'year'
  | 'word'
  | 'audio-minute'
  | 'each'
  | '1000-followers'
  | 'registration';

/** A price is data; its text is made from it (DECISIONS 4). */
export interface Price {
  /** In cents, so that $0.15 a word is exact. */
  readonly amount: number;
  readonly currency: 'USD';
  readonly unit: PriceUnit;
  /** Package note shown after the amount, e.g. 'per book'. */
  readonly note?: string;
  /** True where the price list writes a whole amount with cents ('$500.00'). */
  readonly cents?: true;
}

const UNIT_TEXT: Record<PriceUnit, string> = {
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
export function formatAmount(price: Price): string {
  const isWhole = price.amount % 100 === 0 && !price.cents;
  return formatterOf(price.currency, isWhole ? 0 : 2).format(price.amount / 100);
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making one takes as long as using it sixty times, and a list has a hundred prices. */
function formatterOf(currency: Price['currency'], digits: 0 | 2): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** What stands beside the amount: 'per month', 'per book', 'per month, up to 3 markets', or ''. */
export function formatPriceNote(price: Price): string {
  return [UNIT_TEXT[price.unit], price.note].filter(Boolean).join(', ');
}

/** A card's price: '$7,500 per month'. */
export function formatPrice(price: Price): string {
  return [formatAmount(price), UNIT_TEXT[price.unit]].filter(Boolean).join(' ');
}
