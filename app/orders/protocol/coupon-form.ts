import { toTypedAmount } from '../../platform/read-amount.ts';
import { isCurrency } from '../../platform/currencies.ts';
import type { CouponMoney } from '../pricing/coupon-rules.ts';
import type { ListedCoupon } from './coupons.ts';
import { toDecimal } from './money.ts';

/** The fields of the coupon form as typed. Ids are separated by line breaks. */
export type TypedCoupon = Readonly<Record<string, string>>;

/** The fields with several values. */
export const COUPON_LISTS = ['sections', 'services'] as const;

export const NEW_COUPON: TypedCoupon = { kind: 'percentage', scope: 'everything' };

/** Returns the fields of a stored coupon, to fill in the form. */
export function writeTypedCoupon(coupon: ListedCoupon): TypedCoupon {
  const { discount, minimum, scope } = coupon;
  const typed = (money: CouponMoney | null) =>
    money && isCurrency(money.currency)
      ? toTypedAmount(toDecimal(money.amount, money.currency))
      : '';
  const isAmount = discount.kind === 'amount';
  return {
    code: coupon.code,
    kind: discount.kind,
    percentage: isAmount ? '' : toTypedAmount(String(discount.percentage / 1000)),
    amount: isAmount ? typed(discount) : '',
    currency: isAmount ? discount.currency : (minimum?.currency ?? ''),
    minimum: typed(minimum),
    scope,
    ...(scope !== 'everything' && { [scope]: coupon.scopeIds.join('\n') }),
    validFrom: coupon.validFrom ?? '',
    validUntil: coupon.validUntil ?? '',
    totalLimit: String(coupon.totalLimit ?? ''),
    addressLimit: String(coupon.addressLimit ?? ''),
    isFirstOrderOnly: coupon.isFirstOrderOnly ? 'on' : '',
    periods: coupon.periods,
  };
}
