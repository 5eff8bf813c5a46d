import { isCurrency } from '../../platform/currencies.ts';
import { writeCsv } from '../../platform/csv.ts';
import type { CouponMoney } from '../pricing/coupon-rules.ts';
import type { ListedCoupon } from './coupons.ts';
import { toDecimal } from './money.ts';

export const COUPONS_FILE = 'coupons.csv';

export function writeCoupons(coupons: readonly ListedCoupon[]): string {
  const head = [
    'Code',
    'Status',
    'Percentage',
    'Amount',
    'Currency',
    'Minimum',
    'Scope',
    'Sections or services',
    'Valid from',
    'Valid until',
    'Total limit',
    'Limit per address',
    'First orders only',
    'Reserved',
    'Used',
    'Created',
  ];
  const rows = coupons.map((coupon) => {
    const { discount, minimum } = coupon;
    const isAmount = discount.kind === 'amount';
    return [
      coupon.code,
      coupon.status,
      isAmount ? '' : String(discount.percentage / 1000),
      isAmount ? decimalOf(discount) : '',
      isAmount ? discount.currency : (minimum?.currency ?? ''),
      minimum ? decimalOf(minimum) : '',
      coupon.scope,
      coupon.scopeIds.join(' '),
      coupon.validFrom ?? '',
      coupon.validUntil ?? '',
      String(coupon.totalLimit ?? ''),
      String(coupon.addressLimit ?? ''),
      coupon.isFirstOrderOnly ? 'yes' : 'no',
      String(coupon.reserved),
      String(coupon.used),
      coupon.createdAt,
    ];
  });
  return writeCsv([head, ...rows]);
}

function decimalOf({ amount, currency }: CouponMoney): string {
  return isCurrency(currency) ? toDecimal(amount, currency) : String(amount);
}
