import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { authUsers, passkeys, totpFactors } from '../tables.server.ts';
import { countRecoveryCodes } from './recovery-codes.server.ts';

/**
 * Whether the account of a query's row has a second factor; `table` is the one whose id is the account's.
 * Recovery codes alone are none. Every column is named with its table: in a query of one table they
 * would else stand alone, and `id` be the passkey's.
 */
export function hasFactor(table: 'auth_users' | 'profiles') {
  const userId = sql.raw(`${table}.id`);
  return sql<boolean>`(exists (select 1 from totp_factors factor where factor.user_id = ${userId}
      and factor.confirmed_at is not null)
    or exists (select 1 from passkeys factor where factor.user_id = ${userId}))`;
}

/** When the first of the admins set up the factor they have; null while none has one. */
export function adminsHaveSince() {
  return sql<Date | null>`(select min(factor.since) from (
    select user_id, confirmed_at as since from totp_factors
    union all select user_id, created_at from passkeys
  ) factor join profiles admin on admin.id = factor.user_id and admin.role = 'admin'
    and admin.status = 'active')`.mapWith((since: string | null) =>
    since === null ? null : new Date(since),
  );
}

/** Whether this person's sign-in asks for a second factor. */
export async function readHasFactor(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ has: hasFactor('auth_users') })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  return row?.has ?? false;
}

/** When the first of the admins set up the factor they have, as it is in this transaction. */
export async function readAdminsHaveSince(tx: Database): Promise<Date | null> {
  const [row] = await tx.select({ since: adminsHaveSince() }).from(sql`(select 1) as one`);
  return row?.since ?? null;
}

/** Of two changes of somebody's factors at once the second waits, and sees what the first did. */
export async function lockFactors(tx: Database, userId: string): Promise<void> {
  await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .for('update');
}

/** The second factors of somebody, as they see them themselves. */
export async function readFactors(db: Database, userId: string) {
  const [apps, keys, recoveryCodesLeft] = await Promise.all([
    db
      .select({ since: totpFactors.confirmedAt })
      .from(totpFactors)
      .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt))),
    db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        since: passkeys.createdAt,
        usedAt: passkeys.usedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt)),
    countRecoveryCodes(db, userId),
  ]);
  return {
    appSince: apps[0]?.since?.toISOString() ?? null,
    passkeys: keys.map(({ since, usedAt, ...key }) => ({
      ...key,
      since: since.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  };
}

export type FactorsView = Awaited<ReturnType<typeof readFactors>>;
