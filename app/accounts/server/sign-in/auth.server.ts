import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Database } from '../../../platform/db/database.server.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from '../tables.server.ts';

/** The minimum at /create-account, and therefore at sign-in too. */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;

/** `server/app.ts` sets this header to the client's IP address, and drops one that a client sends. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

const DAY_SECONDS = 24 * 60 * 60;
/** The idle lifetime of a session and the interval of its prolongation, in seconds. */
export const SESSION = { expiresIn: 14 * DAY_SECONDS, updateAge: DAY_SECONDS };

/**
 * Returns true if the library would prolong a session with this expiry, because the last prolongation was a day
 * ago.
 */
export function mayBeProlonged(expiresAt: Date): boolean {
  return expiresAt.getTime() - (SESSION.expiresIn - SESSION.updateAge) * 1000 <= Date.now();
}

export interface AuthOptions {
  readonly origin: string;
  readonly secret: string;
  readonly passwords?: PasswordHasher;
  readonly hashInLine?: HashInLine;
}

/**
 * Limits the number of concurrent hashes, so that many sign-ins at once do not occupy every processor. Rejects
 * if the queue is full.
 */
export type HashInLine = <T>(work: () => Promise<T>) => Promise<T>;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(data: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

const SLOW_HASH: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

export type Auth = ReturnType<typeof createAuth>;

/**
 * The library's own HTTP endpoints are not mounted. Our routes call `auth.api`, so that every entrance has our
 * checks and rate limits.
 */
export function createAuth(
  db: Database,
  { origin, secret, passwords = SLOW_HASH, hashInLine = (work) => work() }: AuthOptions,
) {
  const secure = origin.startsWith('https:');
  const auth = betterAuth({
    baseURL: origin,
    secret,
    trustedOrigins: [origin],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      // Accounts are created by `credentials.server.ts`, in one transaction with their profile.
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      password: {
        hash: (password) => hashInLine(() => passwords.hash(password)),
        verify: (data) => hashInLine(() => passwords.verify(data)),
      },
    },
    session: SESSION,
    advanced: {
      cookiePrefix: 'embarka',
      // The library's prefix '__Secure-' would let a neighbouring subdomain plant a cookie.
      useSecureCookies: false,
      cookies: secure
        ? {
            session_token: { name: '__Host-embarka.session_token' },
            session_data: { name: '__Host-embarka.session_data' },
            dont_remember: { name: '__Host-embarka.dont_remember' },
          }
        : {},
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    // Our own handlers apply rate limits, keyed by address block and by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  return Object.assign(auth, { hashInLine });
}

/**
 * The library reports a failing database without its error. The code is PostgreSQL's for a temporary fault
 * outside of it.
 */
export function authFault(cause?: unknown): Error {
  return Object.assign(new Error('Accounts could not be read', { cause }), { code: '58000' });
}
