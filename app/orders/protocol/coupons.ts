import { msg, type Sentence } from '../../i18n/translate.ts';
import { toLine } from '../../platform/shown-text.ts';
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

/** The columns by which the list can be sorted. */
export const COUPON_SORTS = {
  created: msg('Created'),
  code: msg('Code'),
  until: msg('Valid until'),
  reserved: msg('Reserved'),
  used: msg('Used'),
} as const;

export type CouponSort = keyof typeof COUPON_SORTS;

const SORT_NAMES = Object.keys(COUPON_SORTS) as CouponSort[];

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

/** The state of the list, which is in its address. */
export interface CouponQuery {
  readonly show: 'all' | CouponStatus;
  /** A part of a code. */
  readonly search: string;
  readonly sort: CouponSort;
  readonly isDescending: boolean;
  /** The page begins after this coupon. Empty for the first page. */
  readonly after: string;
}

const SEARCH_MAX_LENGTH = 40;
const CURSOR = /^[\w-]{1,200}$/;

/** Ignores invalid values. The newest coupon is first by default. */
export function readCouponQuery(params: URLSearchParams): CouponQuery {
  const [show, sort, after] = ['show', 'sort', 'after'].map((name) => params.get(name) ?? '');
  const order = params.get('order');
  const known = SORT_NAMES.find((name) => name === sort) ?? 'created';
  return {
    show: COUPON_STATUS_NAMES.find((name) => name === show) ?? 'all',
    search: toLine(params.get('q') ?? '', SEARCH_MAX_LENGTH),
    sort: known,
    isDescending: order === null || order === '' ? startsDescending(known) : order === 'down',
    after: CURSOR.test(after ?? '') ? (after ?? '') : '',
  };
}

/** Numbers and times are most interesting at their end. */
export function startsDescending(sort: CouponSort): boolean {
  return sort !== 'code' && sort !== 'until';
}

export function fieldsOfQuery({ show, search, sort, isDescending, after }: CouponQuery) {
  const fields: Record<string, string> = {};
  if (show !== 'all') fields.show = show;
  if (search) fields.q = search;
  if (sort !== 'created') fields.sort = sort;
  if (isDescending !== startsDescending(sort)) fields.order = isDescending ? 'down' : 'up';
  if (after) fields.after = after;
  return fields;
}

export function pathOfCoupons(query: CouponQuery): string {
  const params = new URLSearchParams(fieldsOfQuery(query)).toString();
  return `/team/coupons${params && `?${params}`}`;
}
