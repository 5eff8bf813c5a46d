import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimits } from '../../../platform/rate-limit.ts';
import { authAccounts, authUsers } from '../tables.server.ts';
import { findKnownDevice } from './known-device.server.ts';

const BY_ADDRESS = { name: 'sign-in-address', burst: 20, perMinute: 10 };
const BY_ACCOUNT = { name: 'sign-in-account', burst: 10, perMinute: 5 };
/** Limits bursts of guesses from many addresses. */
const BY_ACCOUNT_ANYWHERE = { name: 'sign-in-anywhere', burst: 30, perMinute: 10 };
/** The daily limit that NIST SP 800-63B (3.2.2) allows in a row. */
const BY_ACCOUNT_A_DAY = { name: 'sign-in-a-day', burst: 100, perMinute: 100 / (24 * 60) };
const BY_DEVICE = { name: 'sign-in-device', burst: 10, perMinute: 5 };
/** The limit of all known browsers together, in case one of them has changed hands. */
const BY_DEVICES_A_DAY = { ...BY_ACCOUNT_A_DAY, name: 'sign-in-devices-a-day' };

export const GUESSED_AT =
  'Somebody is trying passwords of this account. Please sign in with a browser you have used before, or set a new password: that lets you in at once.';

export interface SignInAttempt {
  readonly network: string;
  readonly cookies: string | null;
  readonly email: string;
}

/**
 * Charges the rate limits of a sign-in. Known browsers have separate limits, so that attackers cannot lock the
 * owner out. All others share limits per account, which start anew with each password. Throws {@link
 * RefusedError} 429.
 */
export async function limitSignIn(
  db: Database,
  limits: RateLimits,
  cookieSecret: string,
  { network, cookies, email }: SignInAttempt,
): Promise<void> {
  const device = findKnownDevice(cookieSecret, cookies, email);
  if (device === undefined) {
    await limits.take(BY_ADDRESS, network);
    await limits.take(BY_ACCOUNT, `${network} ${email}`);
  } else await limits.take(BY_DEVICE, device);
  const account = `${email} ${await passwordAge(db, email)}`.trimEnd();
  const anywhere =
    device === undefined ? [BY_ACCOUNT_ANYWHERE, BY_ACCOUNT_A_DAY] : [BY_DEVICES_A_DAY];
  try {
    // oxlint-disable-next-line no-await-in-loop -- who is refused by one takes from no other
    for (const limit of anywhere) await limits.take(limit, account);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new RefusedError(429, GUESSED_AT, undefined, error.retryAfterSeconds);
  }
}

/** Returns a value that changes with each password change. Empty for the first password and without an account. */
async function passwordAge(db: Database, email: string): Promise<string> {
  const [found] = await db
    .select({ createdAt: authAccounts.createdAt, updatedAt: authAccounts.updatedAt })
    .from(authAccounts)
    .innerJoin(authUsers, eq(authUsers.id, authAccounts.userId))
    .where(eq(authUsers.email, email));
  if (!found || found.updatedAt.getTime() === found.createdAt.getTime()) return '';
  return String(found.updatedAt.getTime());
}
