import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { authUsers, passkeys, totpFactors } from '../tables.server.ts';
import { countRecoveryCodes } from './recovery-codes.server.ts';

/**
 * Returns SQL that is true if the account in `table` has a second factor; recovery codes alone do not count.
 * Columns are qualified by hand, because Drizzle omits table names in single-table queries, where `id` would
 * mean the passkey's.
 */
export function hasFactor(table: 'auth_users' | 'profiles') {
  const userId = sql.raw(`${table}.id`);
  return sql<boolean>`(exists (select 1 from totp_factors factor where factor.user_id = ${userId}
      and factor.confirmed_at is not null)
    or exists (select 1 from passkeys factor where factor.user_id = ${userId}))`;
}

/** Returns SQL for the time since when the first admin has had a factor, or null. */
export function adminsHaveSince() {
  return sql<Date | null>`(select min(factor.since) from (
    select user_id, confirmed_at as since from totp_factors
    union all select user_id, created_at from passkeys
  ) factor join profiles admin on admin.id = factor.user_id and admin.role = 'admin'
    and admin.status = 'active')`.mapWith((since: string | null) =>
    since === null ? null : new Date(since),
  );
}

export async function readHasFactor(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ has: hasFactor('auth_users') })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  return row?.has ?? false;
}

/** Reads the value within this transaction. */
export async function readAdminsHaveSince(tx: Database): Promise<Date | null> {
  const [row] = await tx.select({ since: adminsHaveSince() }).from(sql`(select 1) as one`);
  return row?.since ?? null;
}

/** Serialises changes to a member's factors. */
export async function lockFactors(tx: Database, userId: string): Promise<void> {
  await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .for('update');
}

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
