import { t } from '../../../i18n/translate.ts';
import { toTypedAmount } from '../../../platform/read-amount.ts';
import { describeAmbiguous, formatMoney, MAX_AMOUNT } from '../../protocol/money.ts';
import type { AnswerRefusal } from '../../intake/validate-answers.ts';
import type { CouponRule } from '../../pricing/coupon-rules.ts';
import type { PricingRefusal } from '../../pricing/price-order.ts';
import type { Currency } from '../../../platform/currencies.ts';
import { describeRejection } from '../coupons/describe-rejection.ts';

export function describePricingRefusal(
  { key, values }: PricingRefusal,
  currency: Currency,
): string {
  switch (key) {
    case 'quantity-not-whole':
      return t('Enter a whole number.');
    case 'quantity-too-small':
      return t('Order at least {minimum}.', { minimum: Number(values.minimum) });
    case 'quantity-too-large':
      return t('You can order at most {maximum}.', { maximum: Number(values.maximum) });
    case 'quantity-off-step':
      return t('Order {lower} or {higher}.', {
        lower: Number(values.lower),
        higher: Number(values.higher),
      });
    case 'package-missing':
      return t('Choose a package.');
    case 'package-unknown':
      return t('This package is no longer offered. Choose another one.');
    case 'option-unknown':
      return t('This option is no longer offered. Check your order.');
    case 'option-quantity':
      return t('Choose a quantity from 1 to {maximum}.', { maximum: Number(values.maximum) });
    case 'delivery-too-long':
      return t('The delivery would take too long. Choose fewer options, or ask us for an offer.');
    case 'total-too-large':
      return t('An order can cost at most {most}. Ask us for an offer.', {
        most: formatMoney(MAX_AMOUNT, currency),
      });
    default:
      if (key.startsWith('coupon-')) {
        return describeRejection({ rule: key.slice('coupon-'.length) as CouponRule, values });
      }
      return t("This order can't be placed. Check what you chose.");
  }
}

export function describeAnswerRefusal({ key, values }: AnswerRefusal): string {
  const maximum = Number(values.maximum ?? 0);
  switch (key) {
    case 'answer-missing':
      return t('Answer this so that we can start work.');
    case 'answer-too-long':
      return t('Use at most {maximum, plural, one {# character} other {# characters}}.', {
        maximum,
      });
    case 'number-invalid':
      return t('Enter a number, such as 12 or {example}.', { example: toTypedAmount('1.5') });
    case 'number-ambiguous': {
      const { typed, whole, part } = values;
      return describeAmbiguous({ typed: String(typed), whole: String(whole), part: String(part) });
    }
    case 'date-invalid':
      return t('Enter a date.');
    case 'link-invalid':
      return t('Enter a web address, such as example.com.');
    case 'choice-unknown':
    case 'choices-several':
      return t('Choose one of the answers.');
    case 'file-unknown':
    case 'files-too-many':
      return t('Check the files.');
    default:
      key satisfies 'question-unknown';
      return t('This question is no longer asked.');
  }
}
