import { formatsNow, t } from '../i18n/translate.ts';
import type { OptionPrice } from '../orders/pricing/price-order.ts';
import { WHOLE } from '../orders/pricing/round.ts';
import { formatAmount } from './price.ts';

/** Examples are '+ $25', '+ 50%' and 'free'. */
export function formatOptionPrice(price: OptionPrice, currency: string): string {
  if (price.kind === 'percentage') {
    if (price.percentage === 0) return t('free');
    const percentage = new Intl.NumberFormat(formatsNow(), {
      style: 'percent',
      maximumFractionDigits: 3,
    }).format(price.percentage / WHOLE);
    return `+ ${percentage}`;
  }
  if (price.amount === 0) return t('free');
  return `+ ${formatAmount({ amount: price.amount, currency })}`;
}

/** Returns '' if the option does not change the delivery. */
export function formatOptionDays(days: number): string {
  if (days === 0) return '';
  return days < 0
    ? t('{days, plural, one {# day} other {# days}} faster', { days: -days })
    : t('{days, plural, one {# more day} other {# more days}}', { days });
}
