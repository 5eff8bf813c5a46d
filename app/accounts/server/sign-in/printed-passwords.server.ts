import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/change/in-transaction.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { lockTeam } from '../members/manage-members.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { authSessions, authUsers, printedPasswords, profiles } from '../tables.server.ts';
import type { Auth } from './auth.server.ts';
import { randomPassword } from './create-account.server.ts';
import { hashPassword, setPassword } from './credentials.server.ts';

/** Passwords that were printed less than this time ago are not replaced. */
const JUST_PRINTED_MS = 60_000;

export interface PrintedAccount {
  readonly email: string;
  readonly role: Role;
  readonly password: string;
}

/** Marks accounts whose password only the printed output contains. */
export async function notePrinted(
  tx: Database,
  clock: Clock,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .insert(printedPasswords)
    .values(userIds.map((userId) => ({ userId, printedAt: clock.now() })));
}

/** After a successful sign-in, no restart replaces the password. */
export async function keepPassword(tx: Database, email: string): Promise<void> {
  const account = tx.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
  await tx.delete(printedPasswords).where(inArray(printedPasswords.userId, account));
}

/**
 * Replaces printed passwords that nobody has used, so that lost output locks nobody out. Does nothing once an
 * admin has signed in or another admin exists. Returns 'just printed' if another process (`isShared`) did so a
 * moment ago.
 */
export async function renewPrinted(
  db: Database,
  auth: Auth,
  clock: Clock,
  isShared = false,
): Promise<readonly PrintedAccount[] | 'just printed'> {
  const unused = await findUnused(db);
  if (unused.length === 0) return [];
  if (isShared && (await wasJustPrinted(db, clock))) return 'just printed';
  // Hashing is slow, so it happens before the transaction. Each hash takes 32 MB, so they run one after the
  // other.
  const made: ((typeof unused)[number] & { password: string; hash: string })[] = [];
  for (const account of unused) {
    const password = randomPassword();
    made.push({ ...account, password, hash: await hashPassword(auth, password) });
  }
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    // Somebody may have signed in at another process meanwhile.
    const still = new Set((await findUnused(tx)).map(({ id }) => id));
    const printed = made.filter(({ id }) => still.has(id));
    if (printed.length === 0) return [];
    for (const { id, hash } of printed) await setPassword(tx, clock, id, hash);
    await notePrinted(
      tx,
      clock,
      printed.map(({ id }) => id),
    );
    return printed.map(({ email, role, password }) => ({ email, role, password }));
  });
}

/** Returns accounts that were never used, as long as no admin has signed in and no other admin exists. */
async function findUnused(
  db: Database,
): Promise<readonly { id: string; email: string; role: Role }[]> {
  const people = await db
    .select({
      id: profiles.id,
      email: authUsers.email,
      role: profiles.role,
      isPrinted: sql<boolean>`${printedPasswords.userId} is not null`,
      isIn: sql<boolean>`exists (select 1 from ${authSessions} where ${authSessions.userId} = ${profiles.id})`,
    })
    .from(profiles)
    .innerJoin(authUsers, eq(authUsers.id, profiles.id))
    .leftJoin(printedPasswords, eq(printedPasswords.userId, profiles.id))
    .where(
      and(
        eq(profiles.status, 'active'),
        sql`(${printedPasswords.userId} is not null or ${profiles.role} = 'admin')`,
      ),
    )
    .orderBy(profiles.createdAt, profiles.email);
  const isUnused = (one: (typeof people)[number]) => one.isPrinted && !one.isIn;
  if (people.some((one) => one.role === 'admin' && !isUnused(one))) return [];
  return people.filter(isUnused);
}

async function wasJustPrinted(db: Database, clock: Clock): Promise<boolean> {
  const moment = new Date(clock.now().getTime() - JUST_PRINTED_MS);
  return (await db.$count(printedPasswords, gt(printedPasswords.printedAt, moment))) > 0;
}
