import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../platform/change/change.server.ts';
import { authFault, PASSWORD_MAX_LENGTH, type Auth } from '../accounts/auth.server.ts';
import { findPendingByPassword } from '../accounts/pending-sign-ups.server.ts';
import { keepPassword } from '../accounts/printed-passwords.server.ts';
import { resendToAccount, resendToSignUp } from '../accounts/send-verification.server.ts';
import { readHasFactor } from '../factors/read-factors.server.ts';
import { insertWaitingProfile } from '../accounts/sign-up.server.ts';
import { authSessions, authUsers, profiles } from '../tables.server.ts';
import type { TeamServices } from '../members/team-services.ts';

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

/** Whom somebody signs in as, in the form addresses are compared in; throws what is missing or no address. */
export function addressOf({ email: typed, password }: SignIn): string {
  const email = normalizeEmail(typed);
  if (email === '') throw new RefusedError(400, 'Please enter your email', 'email');
  if (!isEmail(email)) throw new RefusedError(400, 'Please enter a valid email address', 'email');
  if (password === '') throw new RefusedError(400, 'Please enter your password', 'password');
  return email;
}

/** What becomes of a right password. */
export interface SignedIn {
  /** The Set-Cookie headers of the session. */
  readonly headers: Headers;
  /** Whether the session opens nothing until a second factor is given. */
  readonly awaitsFactor: boolean;
}

/**
 * Opens a session, or one that awaits the second factor of whoever has one. An unknown address and a wrong password
 * are one answer and the same work, so that nobody can find out who has an account; what stands
 * in the way of an account is said only to whoever knows its password.
 */
export async function signIn(
  db: Database,
  services: TeamServices,
  trace: Trace,
  headers: Headers,
  credentials: SignIn,
): Promise<SignedIn> {
  const email = addressOf(credentials);
  const { auth, clock } = services;
  const response = await auth.api.signInEmail({
    body: { email, password: credentials.password },
    headers,
    asResponse: true,
  });
  // Nobody is told that their password is wrong because it could not be looked up.
  if (response.status >= 500) throw authFault();
  if (!response.ok) {
    await refusePending(db, services, trace, email, credentials.password);
    await recordAudit(services, trace, 'sign-in-failed', { subject: email });
    throw new RefusedError(401, SIGN_IN_FAILED);
  }
  const { token, user } = (await response.json()) as { token?: string; user?: { id: string } };
  if (!token || !user) throw new RefusedError(500, NO_USER);
  const refusal = await findObstacle(db, services, trace, email);
  // Until this is committed the session opens nothing: whoever dies here has let nobody in.
  const awaitsFactor = await change(services, trace, async (tx, after) => {
    const itsSession = eq(authSessions.token, token);
    if (refusal !== undefined) {
      await tx.delete(authSessions).where(itsSession);
      after.audit('sign-in-refused', { subject: email, detail: refusal });
      return false;
    }
    await keepPassword(tx, email);
    const hasFactor = await readHasFactor(tx, user.id);
    if (!hasFactor) await tx.update(authSessions).set({ provedAt: clock.now() }).where(itsSession);
    after.audit(hasFactor ? 'factor-awaited' : 'signed-in', { subject: email });
    return hasFactor;
  });
  if (refusal !== undefined) throw new RefusedError(403, refusal);
  return { headers: setCookiesOf(response.headers), awaitsFactor };
}

/** Tells somebody who has signed up, and knows the password they chose, what they wait for. */
async function refusePending(
  db: Database,
  services: TeamServices,
  trace: Trace,
  email: string,
  password: string,
): Promise<void> {
  const { auth, clock, mail } = services;
  const pending = await findPendingByPassword(
    db,
    auth,
    clock,
    email,
    // No password we took is longer; the hash of a longer one takes longer.
    password.slice(0, PASSWORD_MAX_LENGTH + 1),
  );
  if (!pending) return;
  if (mail.isDelivered) await resendToSignUp(services, trace, pending);
  const refusal = mail.isDelivered ? NOT_VERIFIED : WAITS_FOR_APPROVAL;
  await recordAudit(services, trace, 'sign-in-refused', { subject: email, detail: refusal });
  throw new RefusedError(403, refusal);
}

/** Why somebody with the right password may not come in yet; undefined when they may. */
async function findObstacle(
  db: Database,
  services: TeamServices,
  trace: Trace,
  email: string,
): Promise<string | undefined> {
  const [account] = await db
    .select({
      id: authUsers.id,
      fullName: authUsers.name,
      createdAt: authUsers.createdAt,
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
  if (services.mail.isDelivered && !account.isVerified) {
    await resendToAccount(services, trace, { id, email, createdAt: account.createdAt });
    return NOT_VERIFIED;
  }
  // The profile could not be saved at sign-up; it is made now, and an admin sees it.
  if (account.status === null) {
    await change(services, trace, (tx) =>
      insertWaitingProfile(tx, services, { id, email, fullName, requestedRole: 'agent' }),
    );
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
