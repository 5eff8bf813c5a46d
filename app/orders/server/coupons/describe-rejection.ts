import { isCurrency } from '../../../platform/currencies.ts';
import { t } from '../../../i18n/translate.ts';
import type { CouponRejection } from '../../pricing/coupon-rules.ts';
import { formatMoney } from '../../protocol/money.ts';
import { formatDay } from '../../protocol/offer.ts';

/** Names the rule that a coupon breaks, for buyers and the team (rule 261). */
export function describeRejection({ rule, values }: CouponRejection): string {
  const day = () => formatDay(String(values.day));
  switch (rule) {
    case 'unknown':
      return t("We don't know this coupon code. Check it and try again.");
    case 'ended':
      return t('This coupon has ended.');
    case 'not-yet-valid':
      return t('This coupon is valid from {day}.', { day: day() });
    case 'expired':
      return t('This coupon was valid until {day}.', { day: day() });
    case 'used-up':
      return t('This coupon has been used up.');
    case 'used-up-for-address':
      return t(
        'This coupon can be used {limit, plural, one {once} other {# times}} per email address, and this address has used it.',
        { limit: Number(values.limit) },
      );
    case 'not-first-order':
      return t('This coupon is only for first orders, and this address has ordered before.');
    case 'other-currency':
      return t('This coupon is only for prices in {currency}.', {
        currency: String(values.currency),
      });
    case 'nothing-matches':
      return t("This coupon isn't valid for what was chosen.");
    default: {
      rule satisfies 'below-minimum';
      const currency = String(values.currency);
      return t('This coupon needs an order of at least {amount}.', {
        amount: isCurrency(currency)
          ? formatMoney(Number(values.amount), currency)
          : String(values.amount),
      });
    }
  }
}

export function describeWait(minutes: number): string {
  return t(
    'Too many wrong coupon codes were tried from your network. Try again in {minutes, plural, one {# minute} other {# minutes}}, or order without a coupon.',
    { minutes },
  );
}
