import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { mailboxExpression, mailboxOf } from '../../../platform/email/mailbox.ts';
import { normalizeCode, type Coupon, type CouponFacts } from '../../pricing/coupon-rules.ts';
import type { PricingInput } from '../../pricing/price-order.ts';
import type { OrderContext } from '../order-context.server.ts';
import { couponRedemptions, coupons, orders } from '../tables.server.ts';

export type CouponRow = typeof coupons.$inferSelect;

/** A typed code as pricing needs it. The row is undefined for a code that nobody knows. */
export interface TypedCoupon extends NonNullable<PricingInput['coupon']> {
  readonly row: CouponRow | undefined;
}

type CouponContext = Pick<OrderContext, 'clock' | 'settings'>;

interface ReadCoupon {
  /** Undefined while nobody has proved the address: its rules would reveal what somebody else has ordered. */
  readonly email?: string | undefined;
  /** The lock keeps terms and redemptions as they are until the end of the transaction. */
  readonly isLocked?: boolean;
}

export async function readCoupon(
  db: Database,
  appContext: CouponContext,
  code: string,
  { email, isLocked = false }: ReadCoupon = {},
): Promise<TypedCoupon> {
  const known = normalizeCode(code);
  const query = db
    .select()
    .from(coupons)
    .where(eq(coupons.code, known ?? ''));
  const [row] = known === undefined ? [] : await (isLocked ? query.for('update') : query);
  return withFacts(db, appContext, row, email);
}

/** Reads the coupon of an offer, whose code may have changed since. The lock is as in {@link readCoupon}. */
export async function lockCoupon(
  tx: Database,
  appContext: CouponContext,
  couponId: string,
  email: string,
): Promise<TypedCoupon> {
  const [row] = await tx.select().from(coupons).where(eq(coupons.id, couponId)).for('update');
  return withFacts(tx, appContext, row, email);
}

async function withFacts(
  db: Database,
  { clock, settings }: CouponContext,
  row: CouponRow | undefined,
  email: string | undefined,
): Promise<TypedCoupon> {
  const isCounted = and(
    eq(couponRedemptions.couponId, row?.id ?? ''),
    ne(couponRedemptions.state, 'released'),
  );
  const facts: CouponFacts = {
    now: clock.now(),
    timeZone: settings.supportTimezone,
    redemptions: row ? await db.$count(couponRedemptions, isCounted) : 0,
    address:
      row && email !== undefined
        ? {
            redemptions: await db.$count(
              couponRedemptions,
              and(isCounted, reachesMailbox('email', email)),
            ),
            orders: await readStates(db, email),
          }
        : null,
  };
  return { row, terms: row && toCoupon(row), facts };
}

async function readStates(db: Database, email: string) {
  const rows = await db
    .selectDistinct({ state: orders.state })
    .from(orders)
    .where(and(reachesMailbox('buyer_email', email), eq(orders.isTest, false)));
  return rows.map(({ state }) => state);
}

/** 'anna+shop@' is the same person as 'anna@', so that nobody is new with each order (rule 258). */
function reachesMailbox(column: 'email' | 'buyer_email', email: string): SQL {
  const mailbox = sql.raw(`(${mailboxExpression(column)})`);
  return sql`(${sql.raw(column)} = ${email} or ${mailbox} = ${mailboxOf(email)})`;
}

export function toCoupon(row: CouponRow): Coupon {
  const { percentage, amount, currency, minimumAmount, scope, scopeIds } = row;
  const money = (value: number | null) =>
    value === null || currency === null ? null : { amount: value, currency };
  const fixed = money(amount);
  return {
    code: row.code,
    discount: fixed
      ? { kind: 'amount', ...fixed }
      : { kind: 'percentage', percentage: percentage ?? 0 },
    scope: scope === 'everything' ? { kind: scope } : { kind: scope, ids: scopeIds },
    isEnded: row.endedAt !== null,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    totalLimit: row.totalLimit,
    addressLimit: row.addressLimit,
    isFirstOrderOnly: row.isFirstOrderOnly,
    minimum: money(minimumAmount),
    periods: row.periods,
  };
}
