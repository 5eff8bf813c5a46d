import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { authFault, PASSWORD_MAX_LENGTH, type Auth } from '../sign-in/auth.server.ts';
import { findPendingByPassword } from '../sign-in/pending-sign-ups.server.ts';
import { keepPassword } from '../sign-in/printed-passwords.server.ts';
import { resendToAccount, resendToSignUp } from '../sign-in/send-verification.server.ts';
import { readHasFactor } from '../factors/read-factors.server.ts';
import { insertWaitingProfile } from '../sign-in/sign-up.server.ts';
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

/** Returns the normalised email address. Throws {@link RefusedError} for missing or invalid input. */
export function addressOf({ email: typed, password }: SignIn): string {
  const email = normalizeEmail(typed);
  if (email === '') throw new RefusedError(400, 'Please enter your email', 'email');
  if (!isEmail(email)) throw new RefusedError(400, 'Please enter a valid email address', 'email');
  if (password === '') throw new RefusedError(400, 'Please enter your password', 'password');
  return email;
}

export interface SignedIn {
  readonly headers: Headers;
  /** True if the session is unusable until a second factor is given. */
  readonly awaitsFactor: boolean;
}

/**
 * Opens a session, which awaits a second factor if the member has one. Unknown addresses and wrong passwords
 * take the same time and get the same response, so that nobody can find out which accounts exist; obstacles are
 * shown only after the right password.
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
  // A failing database must not be reported as a wrong password.
  if (response.status >= 500) throw authFault();
  if (!response.ok) {
    await refusePending(db, services, trace, email, credentials.password);
    await recordAudit(services, trace, 'sign-in-failed', { subject: email });
    throw new RefusedError(401, SIGN_IN_FAILED);
  }
  const { token, user } = (await response.json()) as { token?: string; user?: { id: string } };
  if (!token || !user) throw new RefusedError(500, NO_USER);
  const refusal = await findObstacle(db, services, trace, email);
  // The session becomes usable with this commit, so that a crash before it grants no access.
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

/** Tells a person with a pending sign-up and the right password what the sign-up waits for. */
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
    // Accepted passwords are never longer, and hashing a longer one would take more time.
    password.slice(0, PASSWORD_MAX_LENGTH + 1),
  );
  if (!pending) return;
  if (mail.isDelivered) await resendToSignUp(services, trace, pending);
  const refusal = mail.isDelivered ? NOT_VERIFIED : WAITS_FOR_APPROVAL;
  await recordAudit(services, trace, 'sign-in-refused', { subject: email, detail: refusal });
  throw new RefusedError(403, refusal);
}

/** Returns the reason why the account may not sign in, or `undefined`. */
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
  // Addresses cannot be verified if emails are not delivered (rule 183).
  if (services.mail.isDelivered && !account.isVerified) {
    await resendToAccount(services, trace, { id, email, createdAt: account.createdAt });
    return NOT_VERIFIED;
  }
  // The profile could not be saved at sign-up, so it is created now, and admins see it.
  if (account.status === null) {
    await change(services, trace, (tx) =>
      insertWaitingProfile(tx, services, { id, email, fullName, requestedRole: 'agent' }),
    );
  }
  return account.status === 'active' ? undefined : WAITS_FOR_APPROVAL;
}

/** Returns the Set-Cookie headers that clear the session. */
export async function signOut(auth: Auth, headers: Headers): Promise<Headers> {
  const response = await auth.api.signOut({ headers, asResponse: true });
  return setCookiesOf(response.headers);
}

function setCookiesOf(from: Headers): Headers {
  return new Headers(from.getSetCookie().map((cookie) => ['Set-Cookie', cookie]));
}
