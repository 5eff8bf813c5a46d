import { t } from '../../../i18n/translate.ts';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/change/in-transaction.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isAccountEmail, normalizeName } from './account-fields.ts';
import type { Auth } from './auth.server.ts';
import { hashPassword, insertLogin } from './credentials.server.ts';
import { endPendingSignUps, lockAddress } from './pending-sign-ups.server.ts';
import { checkChosenLength, checkUncommon } from './password-rules.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { profiles } from '../tables.server.ts';

export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly password: string;
}

/** Creates an approved account for an operator, and returns its id. */
export async function createAccount(
  db: Database,
  auth: Auth,
  clock: Clock,
  account: NewAccount,
): Promise<string> {
  const email = normalizeEmail(account.email);
  if (!isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  checkUncommon(account.password);
  checkChosenLength(account.password);
  const passwordHash = await hashPassword(auth, account.password);
  return inTransaction(db, (tx) =>
    insertAccount(tx, clock, {
      email,
      fullName: normalizeName(account.fullName),
      role: account.role,
      passwordHash,
    }),
  );
}

export interface ApprovedAccount {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash: string | null;
}

/** Inserts the login and an active profile. Throws {@link RefusedError} 409 if the address is taken. */
export async function insertAccount(
  tx: Database,
  clock: Clock,
  { email, fullName, role, passwordHash }: ApprovedAccount,
): Promise<string> {
  await lockAddress(tx, email);
  const id = await insertLogin(tx, clock, { email, fullName, passwordHash, isVerified: true });
  if (!id)
    throw new RefusedError(409, t('There is an account for {email} already.', { email }), 'email');
  const now = clock.now();
  await tx
    .insert(profiles)
    .values({ id, email, fullName, role, status: 'active', createdAt: now, updatedAt: now });
  await endPendingSignUps(tx, email);
  return id;
}

export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
