import { formatsNow, t } from '../../i18n/translate.ts';
import { isCurrency } from '../../platform/currencies.ts';
import { WHOLE } from '../pricing/round.ts';
import type { CouponDiscount, CouponMoney } from '../pricing/coupon-rules.ts';
import { formatMoney } from './money.ts';
import { formatShortDay } from './offer.ts';

/** Formats '10%' or '$5.00'. */
export function formatDiscount(discount: CouponDiscount): string {
  if (discount.kind === 'amount') return formatCouponMoney(discount);
  const format = new Intl.NumberFormat(formatsNow(), {
    style: 'percent',
    maximumFractionDigits: 3,
  });
  return format.format(discount.percentage / WHOLE);
}

export function formatCouponMoney({ amount, currency }: CouponMoney): string {
  return isCurrency(currency) ? formatMoney(amount, currency) : `${amount} ${currency}`;
}

/** Formats the days in which a coupon is valid. */
export function formatValidity(from: string | null, until: string | null): string {
  const days = {
    from: from === null ? '' : formatShortDay(from),
    until: until === null ? '' : formatShortDay(until),
  };
  if (from === null && until === null) return t('Always');
  if (until === null) return t('From {from}', days);
  if (from === null) return t('Until {until}', days);
  return t('{from} to {until}', days);
}
