import { msg, t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { RateLimits } from '../../../platform/rate-limit.ts';
import { authAccounts, authUsers } from '../tables.server.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const REMEMBERED = 5;
const NONCE_LENGTH = 11;
const PATTERN = /(?:^|;\s*)(?:__Host-)?embarka_devices=([\w.-]{1,400})(?:;|$)/;

const BY_ADDRESS = { name: 'sign-in-address', burst: 20, perMinute: 10 };
const BY_ACCOUNT = { name: 'sign-in-account', burst: 10, perMinute: 5 };
/** Limits bursts of guesses from many addresses. */
const BY_ACCOUNT_ANYWHERE = { name: 'sign-in-anywhere', burst: 30, perMinute: 10 };
/** The daily limit that NIST SP 800-63B (3.2.2) allows in a row. */
const BY_ACCOUNT_A_DAY = { name: 'sign-in-a-day', burst: 100, perMinute: 100 / (24 * 60) };
const BY_DEVICE = { name: 'sign-in-device', burst: 10, perMinute: 5 };
/** The limit of all known browsers together, in case one of them has changed hands. */
const BY_DEVICES_A_DAY = { ...BY_ACCOUNT_A_DAY, name: 'sign-in-devices-a-day' };

export const GUESSED_AT = msg(
  'Somebody is trying passwords of this account. Please sign in with a browser you have used before, or set a new password: that lets you in at once.',
);

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
    throw new RefusedError(429, t(GUESSED_AT), undefined, error.retryAfterSeconds);
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

/**
 * Returns the mark of a browser that has signed in to this account before. Known browsers have separate rate
 * limits, so that a distributed guessing attack does not lock the owner out. The mark grants no access.
 */
export function findKnownDevice(
  secret: string,
  cookies: string | null,
  email: string,
): string | undefined {
  return readMarks(cookies).find((mark) => isOf(secret, mark, email));
}

export function isKnownDevice(secret: string, cookies: string | null, email: string): boolean {
  return findKnownDevice(secret, cookies, email) !== undefined;
}

/** Returns the Set-Cookie header that marks this browser as known. The cookie keeps a few other accounts. */
export function rememberDevice(
  secret: string,
  isSecure: boolean,
  cookies: string | null,
  email: string,
): string {
  const others = readMarks(cookies).filter((mark) => !isOf(secret, mark, email));
  const own = findKnownDevice(secret, cookies, email) ?? newMark(secret, email);
  const marks = [own, ...others].slice(0, REMEMBERED);
  const name = isSecure ? '__Host-embarka_devices' : 'embarka_devices';
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${name}=${marks.join('.')}; ${attributes}`;
}

/** Each browser gets a different mark, so that a leaked mark exhausts only its own limits. */
function newMark(secret: string, email: string): string {
  return markOf(secret, randomBytes(8).toString('base64url'), email);
}

/** The HMAC can be created only by the server, and does not reveal the address. */
function markOf(secret: string, nonce: string, email: string): string {
  const proof = createHmac('sha256', secret).update(`device ${nonce} ${email}`).digest('base64url');
  return nonce + proof;
}

function isOf(secret: string, mark: string, email: string): boolean {
  const wanted = Buffer.from(markOf(secret, mark.slice(0, NONCE_LENGTH), email));
  const found = Buffer.from(mark);
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

function readMarks(cookies: string | null): string[] {
  return (
    PATTERN.exec(cookies ?? '')?.[1]
      ?.split('.')
      .slice(0, REMEMBERED) ?? []
  );
}
