import { dayOf } from '../../platform/weekly-hours.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { COUPON_TYPED_LENGTH } from '../protocol/offer.ts';
import type { OrderState } from '../protocol/transitions.ts';
import { WHOLE, percentageOf } from './round.ts';

export const COUPON_CODE_LENGTH = { least: 4, most: 32 } as const;

/** 1 % to 100 %, in thousandths of a percent. */
export const COUPON_PERCENTAGE = { least: WHOLE / 100, most: WHOLE } as const;

export interface CouponMoney {
  /** In smallest units. */
  readonly amount: number;
  readonly currency: string;
}

export type CouponDiscount =
  | { readonly kind: 'percentage'; readonly percentage: number }
  | ({ readonly kind: 'amount' } & CouponMoney);

export type CouponScope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'sections' | 'services'; readonly ids: readonly string[] };

export interface Coupon {
  /** Normalized by {@link normalizeCode}. */
  readonly code: string;
  readonly discount: CouponDiscount;
  readonly scope: CouponScope;
  /** True after the team has ended the coupon, whatever its days are. */
  readonly isEnded: boolean;
  /** The first and the last day in the shop's time zone, such as '2026-11-30'. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly totalLimit: number | null;
  readonly addressLimit: number | null;
  readonly isFirstOrderOnly: boolean;
  /** The minimum counts the matching lines before the discount. */
  readonly minimum: CouponMoney | null;
  /** Decides which periods of a subscription have the discount. */
  readonly periods: 'first' | 'every';
}

/** The state of the database at this moment. Reserved and consumed redemptions count, released ones do not. */
export interface CouponFacts {
  readonly now: Date;
  readonly timeZone: string;
  readonly redemptions: number;
  /** Null while the address is unknown: its rules are checked when the order is placed. */
  readonly address: {
    readonly redemptions: number;
    readonly orders: readonly OrderState[];
  } | null;
}

export interface CouponLine {
  readonly serviceId: string | null;
  readonly section: string | null;
  /** In smallest units, before the discount. */
  readonly subtotal: number;
}

export type CouponRule =
  | 'unknown'
  | 'ended'
  | 'not-yet-valid'
  | 'expired'
  | 'used-up'
  | 'used-up-for-address'
  | 'not-first-order'
  | 'other-currency'
  | 'nothing-matches'
  | 'below-minimum';

export interface CouponRejection {
  readonly rule: CouponRule;
  readonly values: Readonly<Record<string, string | number>>;
}

const CODE = /^[A-Z0-9-]{4,32}$/;
/** Phones turn a hyphen into a dash. */
const DASHES = /[‐‑‒–—―−]/g;
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/g;

/**
 * Returns the stored form of a typed code, or `undefined` if no coupon can have the code. Only the letters a to z
 * change their case: `toUpperCase` would also turn 'ı' and 'ß' into letters of another code.
 */
export function normalizeCode(typed: string): string | undefined {
  if (typed.length > COUPON_TYPED_LENGTH) return undefined;
  const code = toLatinDigits(typed.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return CODE.test(code) ? code : undefined;
}

/** Checks the rules that do not depend on the chosen lines. `undefined` as a coupon means an unknown code. */
export function rejectByTerms(
  coupon: Coupon | undefined,
  { now, timeZone, redemptions, address }: CouponFacts,
): CouponRejection | undefined {
  if (!coupon) return reject('unknown');
  const { isEnded, validFrom, validUntil, totalLimit, addressLimit } = coupon;
  if (isEnded) return reject('ended');
  const today = dayOf(timeZone, now);
  if (validFrom !== null && today < validFrom) return reject('not-yet-valid', { day: validFrom });
  if (validUntil !== null && today > validUntil) return reject('expired', { day: validUntil });
  if (totalLimit !== null && redemptions >= totalLimit) {
    return reject('used-up', { limit: totalLimit });
  }
  if (!address) return undefined;
  if (addressLimit !== null && address.redemptions >= addressLimit) {
    return reject('used-up-for-address', { limit: addressLimit });
  }
  const hasOrdered = address.orders.some((state) => state !== 'cancelled');
  return coupon.isFirstOrderOnly && hasOrdered ? reject('not-first-order') : undefined;
}

/** Checks the rules that depend on the chosen lines. */
export function rejectByLines(
  { discount, minimum, scope }: Coupon,
  currency: string,
  lines: readonly CouponLine[],
): CouponRejection | undefined {
  const money = [discount.kind === 'amount' ? discount : null, minimum];
  const other = money.find((each) => each !== null && each.currency !== currency);
  if (other) return reject('other-currency', { currency: other.currency });
  const matching = lines.filter((line) => isInScope(scope, line));
  if (matching.length === 0) return reject('nothing-matches');
  const sum = matching.reduce((total, { subtotal }) => total + subtotal, 0);
  return minimum && sum < minimum.amount ? reject('below-minimum', { ...minimum }) : undefined;
}

/** Returns the first rule that rejects a coupon (rules 258 and 261). The order of the rules is fixed. */
export function rejectCoupon(
  coupon: Coupon | undefined,
  facts: CouponFacts,
  currency: string,
  lines: readonly CouponLine[],
): CouponRejection | undefined {
  return (
    rejectByTerms(coupon, facts) ?? (coupon ? rejectByLines(coupon, currency, lines) : undefined)
  );
}

/** A line without a service, as in an offer, matches only a coupon for everything. */
export function isInScope(
  scope: CouponScope,
  { serviceId, section }: Pick<CouponLine, 'serviceId' | 'section'>,
): boolean {
  if (scope.kind === 'everything') return true;
  const id = scope.kind === 'sections' ? section : serviceId;
  return id !== null && scope.ids.includes(id);
}

/** The percentage of all matching lines is rounded once. An amount is at most what the lines cost. */
export function discountOf(discount: CouponDiscount, matching: number): number {
  return discount.kind === 'percentage'
    ? Number(percentageOf(BigInt(matching), discount.percentage))
    : Math.min(discount.amount, matching);
}

/** The first period of a subscription has the number 1. */
export function isForPeriod({ periods }: Pick<Coupon, 'periods'>, period: number): boolean {
  return periods === 'every' || period === 1;
}

function reject(rule: CouponRule, values: CouponRejection['values'] = {}): CouponRejection {
  return { rule, values };
}

/**
 * Distributes a discount over lines in proportion to their amounts (rule 259). Shares are rounded down, and the
 * remaining units go to earlier lines first. The shares add up to the discount, and no share exceeds its line.
 */
export function allocateDiscount(discount: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  if (sum === 0n) return amounts.map(() => 0);
  const shares = amounts.map((amount) => Number((BigInt(discount) * BigInt(amount)) / sum));
  let remainder = discount - shares.reduce((total, share) => total + share, 0);
  // One unit for each line is enough: every rounding lost less than one unit.
  return shares.map((share, index) => {
    if (remainder === 0 || share >= (amounts[index] ?? 0)) return share;
    remainder -= 1;
    return share + 1;
  });
}
