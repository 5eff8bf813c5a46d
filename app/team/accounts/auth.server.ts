import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Database } from '../../platform/db/database.server.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from '../tables.server.ts';

/** At /create-account, and for what signs in: accounts from there have such passwords. */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;

/** The header in which `server/app.ts` hands on the client's address; it drops one that came in. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

const DAY_SECONDS = 24 * 60 * 60;
/** How long a session lives without use, in seconds, and how often it is prolonged. */
export const SESSION = { expiresIn: 14 * DAY_SECONDS, updateAge: DAY_SECONDS };

/** Whether the library would prolong a session that ends then: it was a day ago that it did. */
export function mayBeProlonged(expiresAt: Date): boolean {
  return expiresAt.getTime() - (SESSION.expiresIn - SESSION.updateAge) * 1000 <= Date.now();
}

export interface AuthOptions {
  readonly origin: string;
  readonly secret: string;
  /** How passwords are kept: the library's slow hash, unless a test that is not about it says. */
  readonly passwords?: PasswordHasher;
  readonly hashInLine?: HashInLine;
}

/**
 * Does something as slow as hashing a password when its turn has come: a crowd that signs in must not
 * take every processor. Rejects when too many wait already.
 */
export type HashInLine = <T>(work: () => Promise<T>) => Promise<T>;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(data: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

const SLOW_HASH: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

export type Auth = ReturnType<typeof createAuth>;

/**
 * Accounts, passwords and sessions. Its own HTTP endpoints are not mounted: our routes call
 * `auth.api`, so that there is one door for each thing and each is limited and checked by us.
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
      // Accounts are written by `credentials.server.ts`, in one transaction with their profile.
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
      // Its own prefix is '__Secure-', which lets a neighbouring subdomain plant a cookie.
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
    // We limit at our own doors, keyed by address block and by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  return Object.assign(auth, { hashInLine });
}

/**
 * For an answer of the library that it could not ask the database, whose reason it keeps to itself.
 * The code is PostgreSQL's for a fault around the database: one that passes.
 */
export function authFault(cause?: unknown): Error {
  return Object.assign(new Error('Accounts could not be read', { cause }), { code: '58000' });
}
