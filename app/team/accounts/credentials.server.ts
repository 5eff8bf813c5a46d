import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Auth } from './auth.server.ts';
import { authAccounts, authUsers, printedPasswords } from '../tables.server.ts';

/** How better-auth names a login by e-mail and password. */
const PROVIDER = 'credential';

export interface NewLogin {
  readonly email: string;
  readonly fullName: string;
  /** Null: this account signs in at a provider alone, until it sets a password by mail. */
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
}

/** Slow on purpose, so it is called before a transaction begins. */
export async function hashPassword(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

/**
 * Writes the rows better-auth signs in with, as part of the caller's transaction; its own
 * sign-up would write them outside. Returns the new id, or undefined when the address is taken.
 */
export async function insertLogin(
  tx: Database,
  clock: Clock,
  { email, fullName, passwordHash, isVerified }: NewLogin,
): Promise<string | undefined> {
  const now = clock.now();
  const id = randomUUID();
  const [user] = await tx
    .insert(authUsers)
    .values({
      id,
      email,
      name: fullName,
      emailVerified: isVerified,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ id: authUsers.id });
  if (!user) return undefined;
  if (passwordHash !== null) await insertPassword(tx, now, id, passwordHash);
  return id;
}

async function insertPassword(
  tx: Database,
  now: Date,
  userId: string,
  password: string,
): Promise<void> {
  const row = { accountId: userId, providerId: PROVIDER, userId, password };
  await tx
    .insert(authAccounts)
    .values({ id: randomUUID(), ...row, createdAt: now, updatedAt: now });
}

/** The account's new password. No start replaces it any more, as it does printed ones. */
export async function setPassword(
  tx: Database,
  clock: Clock,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const now = clock.now();
  // Of two who set the first password at once one would write a second row.
  await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .for('update');
  const changed = await tx
    .update(authAccounts)
    .set({ password: passwordHash, updatedAt: now })
    .where(ofUser(userId))
    .returning({ id: authAccounts.id });
  if (changed.length === 0) await insertPassword(tx, now, userId, passwordHash);
  await tx.delete(printedPasswords).where(eq(printedPasswords.userId, userId));
}

/** Whether this is the password of that account. */
export async function isPasswordOf(
  db: Database,
  auth: Auth,
  userId: string,
  password: string,
): Promise<boolean> {
  const [account] = await db
    .select({ hash: authAccounts.password })
    .from(authAccounts)
    .where(ofUser(userId));
  return account?.hash ? isPasswordHash(auth, account.hash, password) : false;
}

/** Whether this account has a password at all. */
export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(authAccounts, ofUser(userId))) > 0;
}

function ofUser(userId: string) {
  return and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, PROVIDER));
}

/** Whether this is the password that was hashed; as slow as the hashing. */
export async function isPasswordHash(auth: Auth, hash: string, password: string): Promise<boolean> {
  return (await auth.$context).password.verify({ hash, password });
}
