import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import type { Auth } from './auth.server.ts';
import type { Role } from './roles.ts';
import { authUsers, profiles } from './tables.server.ts';

export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly password: string;
}

/** An approved account, as an operator or an admin creates one. Returns its id. */
export async function createAccount(
  db: Database,
  auth: Auth,
  clock: Clock,
  account: NewAccount,
): Promise<string> {
  const email = normalizeEmail(account.email);
  const taken = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email));
  if (taken.length > 0)
    throw new RefusedError(409, `There is an account for ${email} already.`, 'email');
  const { user } = await auth.api.signUpEmail({
    body: { email, name: account.fullName, password: account.password },
  });
  const now = clock.now();
  await db.insert(profiles).values({
    id: user.id,
    email,
    fullName: account.fullName,
    role: account.role,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  });
  return user.id;
}

/** A password nobody has to remember: 96 random bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
