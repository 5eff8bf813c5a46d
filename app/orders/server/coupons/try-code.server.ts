import { createHmac } from 'node:crypto';
import { and, eq, gt, lte, max, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { networksOf } from '../../../platform/rate-limit.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';
import { normalizeCode } from '../../pricing/coupon-rules.ts';
import type { OrderContext } from '../order-context.server.ts';
import { wrongCouponCodes } from '../tables.server.ts';
import { readCoupon, type TypedCoupon } from './read-coupon.server.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Larger IPv6 networks may try more codes, as in {@link networksOf}: the /64, the /56 and the /48. */
const WRONG_AT_MOST = [20, 30, 40] as const;

export type TriedCode =
  | { readonly kind: 'coupon'; readonly coupon: TypedCoupon }
  /** The network has tried too many wrong codes. */
  | { readonly kind: 'wait'; readonly minutes: number };

/**
 * Looks up a typed code for a network. After 20 different wrong codes within an hour the network waits for an hour
 * (rule 261), also with a correct code. The count is in the database and under a lock, so that neither several
 * processes nor simultaneous requests allow more guesses.
 */
export async function tryCode(
  appContext: OrderContext,
  typed: string,
  network: string,
): Promise<TriedCode> {
  const key = await readOrCreateSecret(appContext.db, 'coupon-guesses');
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const networks = networksOf(network)
    .filter((each): each is string => each !== undefined)
    .map((each, index) => ({ id: hashOf(`${index} ${each}`), most: WRONG_AT_MOST[index] ?? 0 }));
  return change(appContext, undefined, async (tx) => {
    const largest = networks.at(-1)?.id ?? '';
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`coupon-codes:${largest}`}))`);
    const now = appContext.clock.now();
    const until = await waitsUntil(tx, networks, now);
    if (until > now.getTime()) {
      return { kind: 'wait', minutes: Math.ceil((until - now.getTime()) / 60_000) };
    }
    const coupon = await readCoupon(tx, appContext, typed);
    if (!coupon.row) {
      const code = hashOf(normalizeCode(typed) ?? typed);
      await tx
        .insert(wrongCouponCodes)
        .values(networks.map(({ id }) => ({ network: id, code, at: now })))
        .onConflictDoUpdate({
          target: [wrongCouponCodes.network, wrongCouponCodes.code],
          set: { at: now },
          setWhere: lte(wrongCouponCodes.at, new Date(now.getTime() - HOUR_MS)),
        });
    }
    return { kind: 'coupon', coupon };
  });
}

/**
 * Returns the end of the wait in milliseconds, or 0. No code is counted during a wait, so an hour after the newest
 * code all of them are older than an hour.
 */
async function waitsUntil(
  tx: Database,
  networks: readonly { readonly id: string; readonly most: number }[],
  now: Date,
): Promise<number> {
  const { at, network } = wrongCouponCodes;
  const hourBefore = (moment: Date) => gt(at, new Date(moment.getTime() - HOUR_MS));
  let until = 0;
  for (const { id, most } of networks) {
    const isTheirs = eq(network, id);
    // oxlint-disable-next-line no-await-in-loop -- at most three, and one transaction does one thing at a time
    const [row] = await tx
      .select({ newest: max(at) })
      .from(wrongCouponCodes)
      .where(and(isTheirs, hourBefore(now)));
    if (!row?.newest) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const tried = await tx.$count(wrongCouponCodes, and(isTheirs, hourBefore(row.newest)));
    if (tried >= most) until = Math.max(until, row.newest.getTime() + HOUR_MS);
  }
  return until;
}

/** Two hours, because the hour before the newest code counts during the hour of the wait. */
export async function expireWrongCodes(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - 2 * HOUR_MS);
  return deleteSome(tx, wrongCouponCodes, lte(wrongCouponCodes.at, before));
}
