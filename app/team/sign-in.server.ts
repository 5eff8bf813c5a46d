import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import type { Auth } from './auth.server.ts';
import { profiles } from './tables.server.ts';

export const SIGN_IN_FAILED = 'Login failed. Please check your credentials.';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a session and returns its Set-Cookie headers. An unknown address, a wrong password and
 * a missing profile are one answer, and the same work is done for each, so that nobody can find
 * out who has an account.
 */
export async function signIn(
  db: Database,
  auth: Auth,
  headers: Headers,
  credentials: SignIn,
): Promise<Headers> {
  const email = normalizeEmail(credentials.email);
  if (email === '') throw new RefusedError(400, 'Please enter your email', 'email');
  if (!isEmail(email)) throw new RefusedError(400, 'Please enter a valid email address', 'email');
  if (credentials.password === '')
    throw new RefusedError(400, 'Please enter your password', 'password');

  const response = await auth.api.signInEmail({
    body: { email, password: credentials.password },
    headers,
    asResponse: true,
  });
  if (!response.ok) throw new RefusedError(401, SIGN_IN_FAILED);
  const [profile] = await db
    .select({ status: profiles.status })
    .from(profiles)
    .where(eq(profiles.email, email));
  if (!profile) throw new RefusedError(401, SIGN_IN_FAILED);
  if (profile.status === 'waiting') {
    throw new RefusedError(403, 'Your account is waiting for approval by an admin.');
  }
  if (profile.status === 'suspended') throw new RefusedError(403, 'Your account is suspended.');
  return setCookiesOf(response.headers);
}

/** Ends the session these headers carry and returns the Set-Cookie headers that clear it. */
export async function signOut(auth: Auth, headers: Headers): Promise<Headers> {
  const response = await auth.api.signOut({ headers, asResponse: true });
  return setCookiesOf(response.headers);
}

function setCookiesOf(from: Headers): Headers {
  return new Headers(from.getSetCookie().map((cookie) => ['Set-Cookie', cookie]));
}
