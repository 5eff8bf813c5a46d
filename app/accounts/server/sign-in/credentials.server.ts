import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Auth } from './auth.server.ts';
import { authAccounts, authUsers, printedPasswords } from '../tables.server.ts';

/** The name that better-auth uses for logins by email and password. */
const PROVIDER = 'credential';

export interface NewLogin {
  readonly email: string;
  readonly fullName: string;
  /** Null if the account signs in only at a provider, until the owner sets a password by email. */
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
}

/** Hashing is slow on purpose, so it must happen before a transaction begins. */
export async function hashPassword(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

/**
 * Inserts better-auth's rows in the caller's transaction, which the library's own sign-up cannot do. Returns
 * the id, or `undefined` if the address is taken.
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

/** Sets a password. A restart no longer replaces it, as it would a printed one. */
export async function setPassword(
  tx: Database,
  clock: Clock,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const now = clock.now();
  // The row lock prevents two concurrent first passwords from inserting two rows.
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

export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(authAccounts, ofUser(userId))) > 0;
}

function ofUser(userId: string) {
  return and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, PROVIDER));
}

/** As slow as hashing. */
export async function isPasswordHash(auth: Auth, hash: string, password: string): Promise<boolean> {
  return (await auth.$context).password.verify({ hash, password });
}
