import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import { COUPON_CODE_LENGTH, COUPON_PERCENTAGE } from '../../orders/pricing/coupon-rules.ts';
import {
  COUPON_PERIODS,
  COUPON_SCOPES,
  COUPON_STATUS_NAMES,
} from '../../orders/protocol/coupons.ts';
import { MAX_AMOUNT } from '../../orders/protocol/money.ts';
import { COUPON_LIMIT_AT_MOST, SCOPE_AT_MOST } from '../../orders/rules.ts';
import { count, instant, nextCursor, paging, uuid, whole } from '../protocol/schemas.ts';

const day = (description: string) =>
  v.nullable(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/), v.description(description)));

/** The terms of a coupon, as they are read and written. */
const terms = {
  code: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9-]+$/),
    v.minLength(COUPON_CODE_LENGTH.least),
    v.maxLength(COUPON_CODE_LENGTH.most),
    v.description('Code that buyers enter, in any case; stored in upper case'),
  ),
  percentage: v.pipe(
    v.nullable(
      whole(
        COUPON_PERCENTAGE.least,
        COUPON_PERCENTAGE.most,
        'Thousandths of a percent of the price',
      ),
    ),
    v.description('Thousandths of a percent: 10000 for 10 %; null if the coupon has an amount'),
  ),
  amount: v.pipe(
    v.nullable(whole(1, MAX_AMOUNT, 'Amount in the smallest unit of the currency')),
    v.description('Fixed discount; null if the coupon has a percentage'),
  ),
  currency: v.pipe(
    v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
    v.description('Three-letter ISO 4217 code of amount and minimum; null if there are neither'),
  ),
  minimumAmount: v.pipe(
    v.nullable(whole(1, MAX_AMOUNT, 'Amount in the smallest unit of the currency')),
    v.description('Minimum of the matching lines before the discount; null for none'),
  ),
  scope: v.pipe(v.picklist(COUPON_SCOPES), v.description('What the discount applies to')),
  scopeIds: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(64))),
    v.maxLength(SCOPE_AT_MOST),
    v.description('IDs of the sections or services; empty for everything'),
  ),
  validFrom: day('First day in the shop’s time zone; null for no first day'),
  validUntil: day('Last day in the shop’s time zone; null for no last day'),
  totalLimit: v.pipe(
    v.nullable(whole(1, COUPON_LIMIT_AT_MOST, 'Number of orders')),
    v.description('Orders that can use the coupon; null for no limit'),
  ),
  addressLimit: v.pipe(
    v.nullable(whole(1, COUPON_LIMIT_AT_MOST, 'Number of orders')),
    v.description('Orders of one email address that can use the coupon; null for no limit'),
  ),
  isFirstOrderOnly: v.pipe(
    v.boolean(),
    v.description('True if only the first order of an email address can use the coupon'),
  ),
  periods: v.pipe(
    v.optional(v.picklist(COUPON_PERIODS), 'first'),
    v.description('Periods of a subscription that have the discount'),
  ),
};

export const Coupon = v.object({
  id: uuid('ID of the coupon; it never changes'),
  status: v.pipe(v.picklist(COUPON_STATUS_NAMES), v.description('Status at this moment')),
  ...terms,
  reserved: count('Unpaid orders that use the coupon'),
  used: count('Paid orders that use the coupon'),
  createdAt: instant('Time at which the coupon was created'),
  updatedAt: instant('Time at which the coupon was last changed'),
});

export const CouponList = v.object({ data: v.array(Coupon), nextCursor });

/** All terms must be sent: a missing one could otherwise be read as removed or as unchanged. */
export const CouponTermsBody = v.strictObject(terms);

export const CouponStatusBody = v.strictObject({
  isEnded: v.pipe(
    v.boolean(),
    v.description('True to end the coupon at once, false to make it usable again'),
  ),
});

export const couponPath = v.object({ id: uuid(sourceOf(msg('ID of a coupon'))) });

export const couponFilters = v.object({
  status: v.optional(
    v.pipe(
      v.picklist(COUPON_STATUS_NAMES),
      v.description(sourceOf(msg('Coupons with this status'))),
    ),
  ),
  code: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(COUPON_CODE_LENGTH.most),
      v.description(sourceOf(msg('Coupons whose code contains this text'))),
    ),
  ),
  ...paging,
});
