import { directionOf } from './languages.ts';

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const POP_ISOLATE = '\u2069';

/**
 * Formats an amount. In a text from right to left, the dollar sign of 'US$' would move to its other side, so the currency
 * is isolated.
 */
export function formatCurrency(format: Intl.NumberFormat, amount: number): string {
  if (directionOf(format.resolvedOptions().locale) === 'ltr') return format.format(amount);
  return format
    .formatToParts(amount)
    .map(({ type, value }) =>
      type === 'currency' ? `${LEFT_TO_RIGHT_ISOLATE}${value}${POP_ISOLATE}` : value,
    )
    .join('');
}
