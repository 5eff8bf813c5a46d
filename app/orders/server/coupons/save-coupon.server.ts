import { and, eq, ne, sql } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { isDay } from '../../../platform/day.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { storedChange } from '../../../platform/stored-message.ts';
import { msg, t } from '../../../i18n/translate.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import {
  COUPON_CODE_LENGTH,
  COUPON_PERCENTAGE,
  normalizeCode,
  type Coupon,
  type CouponDiscount,
} from '../../pricing/coupon-rules.ts';
import { MAX_AMOUNT } from '../../protocol/money.ts';
import { COUPON_LIMIT_AT_MOST, SCOPE_AT_MOST } from '../../rules.ts';
import { orderMessage } from '../../stored-messages.ts';
import { coupons } from '../tables.server.ts';
import { toCoupon, type CouponRow } from './read-coupon.server.ts';

export type CouponTerms = Omit<Coupon, 'isEnded'>;

/** Errors by field of the form. */
export type CouponErrors = Readonly<Record<string, string>>;

interface CouponContext extends ChangeContext, KnownCatalogue {}

const NO_SUCH_COUPON = msg("This coupon doesn't exist.");

/** Returns all errors at once, so that the form shows each of them at its field. */
export function checkTerms({ catalogue }: KnownCatalogue, terms: CouponTerms): CouponErrors {
  const { discount, minimum, scope, validFrom, validUntil } = terms;
  const errors: Record<string, string> = {};
  if (normalizeCode(terms.code) !== terms.code) {
    errors.code = t('Use {least} to {most} letters, digits or hyphens.', COUPON_CODE_LENGTH);
  }
  if (discount.kind === 'percentage') {
    const { least, most } = COUPON_PERCENTAGE;
    if (!isBetween(discount.percentage, least, most)) {
      errors.percentage = t('Enter a percentage from 1 to 100.');
    }
  } else if (!isBetween(discount.amount, 1, MAX_AMOUNT)) {
    errors.amount = t('Enter an amount above zero.');
  }
  if (minimum && !isBetween(minimum.amount, 1, MAX_AMOUNT)) {
    errors.minimum = t('Enter an amount above zero, or leave the field empty.');
  }
  const currencies = [discount, minimum].flatMap((money) =>
    money && 'currency' in money ? [money.currency] : [],
  );
  if (currencies.some((currency) => !isCurrency(currency) || currency !== currencies[0])) {
    errors.currency = t('Choose one currency for the amount and the minimum.');
  }
  if (scope.kind !== 'everything') {
    const isKnown = (id: string) =>
      scope.kind === 'sections'
        ? catalogue.hasSection(id)
        : catalogue.findServiceById(id) !== undefined;
    if (scope.ids.length === 0) {
      errors[scope.kind] =
        scope.kind === 'sections'
          ? t('Choose at least one section.')
          : t('Choose at least one service.');
    } else if (scope.ids.length > SCOPE_AT_MOST) {
      errors[scope.kind] = t('Choose at most {most}, or whole sections instead.', {
        most: SCOPE_AT_MOST,
      });
    } else if (!scope.ids.every(isKnown)) {
      errors[scope.kind] = t('Some of what you chose no longer exists. Check your choice.');
    }
  }
  if (validFrom !== null && !isDay(validFrom)) errors.validFrom = t('Enter a day.');
  if (validUntil !== null && !isDay(validUntil)) errors.validUntil = t('Enter a day.');
  else if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    errors.validUntil = t('The last day is before the first one.');
  }
  for (const name of ['totalLimit', 'addressLimit'] as const) {
    const limit = terms[name];
    if (limit !== null && !isBetween(limit, 1, COUPON_LIMIT_AT_MOST)) {
      errors[name] = t('Enter a whole number above zero, or leave the field empty.');
    }
  }
  return errors;
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

interface SaveCoupon {
  readonly terms: CouponTerms;
  /** Missing for a new coupon. */
  readonly id?: string | undefined;
  /** The version that the editor saw. Without it, the change overwrites whatever is stored. */
  readonly version?: number | undefined;
}

/**
 * Creates a coupon or changes its terms; orders and offers that already have it keep their discount (rule 257). Throws
 * {@link RefusedError}: 403, 400 with the first wrong field, 404, 409 for a taken code or a concurrent change.
 */
export async function saveCoupon(
  appContext: CouponContext,
  trace: Trace,
  actor: Member | Program,
  { terms, id, version }: SaveCoupon,
): Promise<string> {
  requireCouponManager(actor);
  const [wrong] = Object.entries(checkTerms(appContext, terms));
  if (wrong) throw new RefusedError(400, wrong[1], wrong[0]);
  const at = appContext.clock.now();
  return change(appContext, trace, async (tx, after) => {
    // The lock serialises concurrent changes that choose the same code. Orders lock rows only, so they do not wait.
    await tx.execute(sql`lock table ${coupons} in share row exclusive mode`);
    const isSame = eq(coupons.code, terms.code);
    const others = id === undefined ? isSame : and(isSame, ne(coupons.id, id));
    const before = id === undefined ? undefined : await lockRow(tx, id);
    if ((await tx.$count(coupons, others)) > 0) {
      throw new RefusedError(409, t('Another coupon already has this code.'), 'code');
    }
    if (!before) {
      const values = { ...toRow(terms), createdAt: at, updatedAt: at };
      const [row] = await tx.insert(coupons).values(values).returning({ id: coupons.id });
      if (!row) throw new Error('The coupon was not inserted');
      after.audit('coupon-created', {
        subjectId: row.id,
        subject: terms.code,
        detail: orderMessage('orders.coupon-discount', valuesOf(terms.discount)),
      });
      return row.id;
    }
    if (version !== undefined && version !== before.version) {
      throw new RefusedError(
        409,
        t(
          'Somebody else has changed this coupon in the meantime. Reload the page to see it, then make your change again.',
        ),
      );
    }
    await tx
      .update(coupons)
      .set({ ...toRow(terms), version: before.version + 1, updatedAt: at })
      .where(eq(coupons.id, before.id));
    const [from, to] = [toCoupon(before).discount, terms.discount].map((discount) =>
      orderMessage('orders.coupon-discount', valuesOf(discount)),
    );
    const isChanged = JSON.stringify(from) !== JSON.stringify(to);
    after.audit('coupon-changed', {
      subjectId: before.id,
      subject: terms.code,
      ...(from && to && isChanged ? { detail: storedChange(from, to) } : {}),
    });
    return before.id;
  });
}

/**
 * Ends a coupon at once, or makes an ended one valid again. Repeating changes nothing. Orders that already have it keep
 * their discount. Throws {@link RefusedError}: 403, 404.
 */
export async function endCoupon(
  appContext: CouponContext,
  trace: Trace,
  actor: Member | Program,
  id: string,
  isEnded: boolean,
): Promise<string> {
  requireCouponManager(actor);
  const at = appContext.clock.now();
  return change(appContext, trace, async (tx, after) => {
    const before = await lockRow(tx, id);
    if ((before.endedAt !== null) === isEnded) return before.code;
    await tx
      .update(coupons)
      .set({ endedAt: isEnded ? at : null, version: before.version + 1, updatedAt: at })
      .where(eq(coupons.id, before.id));
    after.audit(isEnded ? 'coupon-ended' : 'coupon-resumed', {
      subjectId: before.id,
      subject: before.code,
    });
    return before.code;
  });
}

async function lockRow(tx: Database, id: string): Promise<CouponRow> {
  const [row] = isUuid(id)
    ? await tx.select().from(coupons).where(eq(coupons.id, id)).for('update')
    : [];
  if (!row) throw new RefusedError(404, t(NO_SUCH_COUPON));
  return row;
}

/** API keys have been checked by their scope. */
function requireCouponManager(actor: Member | Program): void {
  if ('program' in actor || may(actor, 'manage-coupons')) return;
  throw new RefusedError(403, t("You can't manage coupons."));
}

function toRow(terms: CouponTerms) {
  const { code, discount, minimum, scope, validFrom, validUntil, totalLimit, addressLimit } = terms;
  const currency = discount.kind === 'amount' ? discount.currency : (minimum?.currency ?? null);
  return {
    code,
    percentage: discount.kind === 'percentage' ? discount.percentage : null,
    amount: discount.kind === 'amount' ? discount.amount : null,
    currency: currency !== null && isCurrency(currency) ? currency : null,
    minimumAmount: minimum?.amount ?? null,
    scope: scope.kind,
    scopeIds: scope.kind === 'everything' ? [] : [...new Set(scope.ids)],
    validFrom,
    validUntil,
    totalLimit,
    addressLimit,
    isFirstOrderOnly: terms.isFirstOrderOnly,
    periods: terms.periods,
  };
}

function valuesOf(discount: CouponDiscount) {
  return discount.kind === 'amount'
    ? { amount: discount.amount, currency: discount.currency }
    : { percentage: discount.percentage };
}
