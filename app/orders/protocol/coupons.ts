import { msg, type Sentence } from '../../i18n/translate.ts';
import { lineOf, oneOf, type ListShape, type ListState } from '../../platform/lists/list-state.ts';
import type { CouponDiscount, CouponMoney } from '../pricing/coupon-rules.ts';

export const COUPON_SCOPES = ['everything', 'sections', 'services'] as const;

/** Which periods of a subscription have the discount. */
export const COUPON_PERIODS = ['first', 'every'] as const;

export type CouponScopeKind = (typeof COUPON_SCOPES)[number];

/** Reserved and consumed redemptions count for the limits, released ones do not. */
export const REDEMPTION_STATES = ['reserved', 'consumed', 'released'] as const;

/** The first status that applies is shown. */
export const COUPON_STATUSES = {
  ended: { label: msg('Ended'), tone: 'plain' },
  expired: { label: msg('Expired'), tone: 'plain' },
  'used-up': { label: msg('Used up'), tone: 'amber' },
  scheduled: { label: msg('Scheduled'), tone: 'amber' },
  active: { label: msg('Active'), tone: 'success' },
} as const satisfies Readonly<
  Record<string, { readonly label: Sentence; readonly tone: 'plain' | 'amber' | 'success' }>
>;

export type CouponStatus = keyof typeof COUPON_STATUSES;

export const COUPON_STATUS_NAMES = Object.keys(COUPON_STATUSES) as [
  CouponStatus,
  ...CouponStatus[],
];

export interface ListedCoupon {
  readonly id: string;
  readonly code: string;
  readonly status: CouponStatus;
  readonly discount: CouponDiscount;
  readonly minimum: CouponMoney | null;
  readonly scope: CouponScopeKind;
  /** The ids of sections or services. */
  readonly scopeIds: readonly string[];
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly totalLimit: number | null;
  readonly addressLimit: number | null;
  readonly isFirstOrderOnly: boolean;
  readonly periods: (typeof COUPON_PERIODS)[number];
  readonly reserved: number;
  readonly used: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const COUPON_LIST = {
  path: '/team/coupons',
  columns: {
    code: { label: msg('Code'), sort: 'ascending' },
    discount: { label: msg('Discount') },
    until: { label: msg('Valid until'), sort: 'ascending' },
    reserved: { label: msg('Reserved'), sort: 'descending', isNumber: true },
    used: { label: msg('Used'), sort: 'descending', isNumber: true },
    limit: { label: msg('Limit'), isNumber: true },
    created: { label: msg('Created'), sort: 'descending' },
  },
  filters: {
    /** A part of a code. */
    q: lineOf(40),
    show: oneOf<'all' | CouponStatus>(['all', ...COUPON_STATUS_NAMES]),
  },
  sort: '-created',
} as const satisfies ListShape;

export type CouponState = ListState<typeof COUPON_LIST>;
