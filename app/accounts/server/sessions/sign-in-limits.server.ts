import { msg, t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { readSecretCookie, writeSecretCookie } from '../../../platform/secret-cookie.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { RateLimits } from '../../../platform/rate-limit.ts';
import { authAccounts, authUsers } from '../tables.server.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const REMEMBERED = 5;
const NONCE_LENGTH = 11;
const COOKIE_NAME = 'embarka_devices';

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
  "Someone is trying to guess the password of this account. Sign in with a browser you've used before, or set a new password to get in right away.",
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
  context: DeviceContext & { readonly db: Database; readonly limits: RateLimits },
  { network, cookies, email }: SignInAttempt,
): Promise<void> {
  const { db, limits } = context;
  const device = findKnownDevice(context, cookies, email);
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

export interface DeviceContext {
  readonly cookieSecret: string;
  readonly settings: Pick<Settings, 'origin'>;
}

/**
 * Returns the mark of a browser that has signed in to this account before. Known browsers have separate rate
 * limits, so that a distributed guessing attack does not lock the owner out. The mark grants no access.
 */
export function findKnownDevice(
  { cookieSecret, settings }: DeviceContext,
  cookies: string | null,
  email: string,
): string | undefined {
  return readMarks(settings.origin, cookies).find((mark) => isOf(cookieSecret, mark, email));
}

export function isKnownDevice(
  context: DeviceContext,
  cookies: string | null,
  email: string,
): boolean {
  return findKnownDevice(context, cookies, email) !== undefined;
}

/** Returns the Set-Cookie header that marks this browser as known. The cookie keeps a few other accounts. */
export function rememberDevice(
  context: DeviceContext,
  cookies: string | null,
  email: string,
): string {
  const { cookieSecret, settings } = context;
  const others = readMarks(settings.origin, cookies).filter(
    (mark) => !isOf(cookieSecret, mark, email),
  );
  const own = findKnownDevice(context, cookies, email) ?? newMark(cookieSecret, email);
  const marks = [own, ...others].slice(0, REMEMBERED);
  return writeSecretCookie(settings.origin, COOKIE_NAME, marks.join('.'), COOKIE_SECONDS);
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

function readMarks(origin: string, cookies: string | null): string[] {
  return readSecretCookie(origin, cookies, COOKIE_NAME).split('.').slice(0, REMEMBERED);
}
