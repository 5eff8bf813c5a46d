import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/db/database.server.ts';
import { authUsers, passkeys, profiles, totpFactors } from '../tables.server.ts';
import { countRecoveryCodes } from './recovery-codes.server.ts';

/**
 * Whether the account of a query's row (its `auth_users.id`, or a column that refers to it) has a second
 * factor. Recovery codes alone are none.
 */
export function hasFactor(userId: PgColumn) {
  return sql<boolean>`(exists (select 1 from ${totpFactors} where ${totpFactors.userId} = ${userId}
    and ${totpFactors.confirmedAt} is not null)
    or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId}))`;
}

/** When the first of the admins set up the factor they have; null while none has one. */
export function adminsHaveSince() {
  return sql<Date | null>`(select min(factor.since) from (
    select ${totpFactors.userId} as user_id, ${totpFactors.confirmedAt} as since from ${totpFactors}
    union all select ${passkeys.userId}, ${passkeys.createdAt} from ${passkeys}
  ) factor join ${profiles} admin on admin.id = factor.user_id and admin.role = 'admin'
    and admin.status = 'active')`.mapWith((since: string | null) =>
    since === null ? null : new Date(since),
  );
}

/** Whether this person's sign-in asks for a second factor. */
export async function readHasFactor(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ has: hasFactor(authUsers.id) })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  return row?.has ?? false;
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
