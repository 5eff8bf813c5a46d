import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../platform/email.ts';
import { RefusedError } from '../platform/errors.ts';
import { recordAudit, type Trace } from './audit.server.ts';
import { authFault, type Auth } from './auth.server.ts';
import { insertWaitingProfile } from './sign-up.server.ts';
import { authSessions, authUsers, profiles } from './tables.server.ts';
import { verificationMail } from './team-mails.ts';
import type { TeamServices } from './team-services.ts';
import { issueToken } from './tokens.server.ts';

export const SIGN_IN_FAILED = 'Login failed. Please check your credentials.';
export const NO_USER = 'Login failed - no user data returned.';
export const WAITS_FOR_APPROVAL = 'Your account is waiting for approval by an admin.';
export const SUSPENDED = 'Your account is suspended.';
export const NOT_VERIFIED =
  'Please verify your email first. We have just sent you a new link for that.';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a session and returns its Set-Cookie headers. An unknown address and a wrong password
 * are one answer and the same work, so that nobody can find out who has an account; what stands
 * in the way of an account is said only to whoever knows its password.
 */
export async function signIn(
  db: Database,
  services: TeamServices,
  trace: Trace,
  headers: Headers,
  credentials: SignIn,
): Promise<Headers> {
  const email = normalizeEmail(credentials.email);
  if (email === '') throw new RefusedError(400, 'Please enter your email', 'email');
  if (!isEmail(email)) throw new RefusedError(400, 'Please enter a valid email address', 'email');
  if (credentials.password === '')
    throw new RefusedError(400, 'Please enter your password', 'password');

  const { auth, clock } = services;
  const response = await auth.api.signInEmail({
    body: { email, password: credentials.password },
    headers,
    asResponse: true,
  });
  // Nobody is told that their password is wrong because it could not be looked up.
  if (response.status >= 500) throw authFault();
  if (!response.ok) {
    await recordAudit(db, clock, trace, { action: 'sign-in-failed', subject: email });
    throw new RefusedError(401, SIGN_IN_FAILED);
  }
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new RefusedError(500, NO_USER);
  const refusal = await findObstacle(db, services, email);
  if (refusal !== undefined) {
    await db.delete(authSessions).where(eq(authSessions.token, token));
    await recordAudit(db, clock, trace, {
      action: 'sign-in-refused',
      subject: email,
      detail: refusal,
    });
    throw new RefusedError(403, refusal);
  }
  await recordAudit(db, clock, trace, { action: 'signed-in', subject: email });
  return setCookiesOf(response.headers);
}

/** Why somebody with the right password may not come in yet; undefined when they may. */
async function findObstacle(
  db: Database,
  services: TeamServices,
  email: string,
): Promise<string | undefined> {
  const { clock, mail, settings } = services;
  const [account] = await db
    .select({
      id: authUsers.id,
      fullName: authUsers.name,
      isVerified: authUsers.emailVerified,
      status: profiles.status,
    })
    .from(authUsers)
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .where(eq(authUsers.email, email));
  if (!account) return NO_USER;
  const { id, fullName } = account;
  if (account.status === 'suspended') return SUSPENDED;
  // Where mails end in a folder nobody can be expected to have read one (DECISIONS 21).
  if (mail.isDelivered && !account.isVerified) {
    mail.send(verificationMail(settings, email, await issueToken(db, clock, 'verify-email', id)));
    return NOT_VERIFIED;
  }
  // The profile could not be saved at sign-up; it is made now, and an admin sees it.
  if (account.status === null) {
    await insertWaitingProfile(db, services, { id, email, fullName, requestedRole: 'agent' });
  }
  return account.status === 'active' ? undefined : WAITS_FOR_APPROVAL;
}

/** Ends the session these headers carry and returns the Set-Cookie headers that clear it. */
export async function signOut(auth: Auth, headers: Headers): Promise<Headers> {
  const response = await auth.api.signOut({ headers, asResponse: true });
  return setCookiesOf(response.headers);
}

function setCookiesOf(from: Headers): Headers {
  return new Headers(from.getSetCookie().map((cookie) => ['Set-Cookie', cookie]));
}
