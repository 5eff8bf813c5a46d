import { t, msg, english, type Sentence } from '../../../i18n/translate.ts';
import { eq, and, gt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isEmail, normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { authFault, PASSWORD_MAX_LENGTH, type Auth } from '../sign-in/auth.server.ts';
import {
  findPendingByPassword,
  type PendingSignUp,
  renewPendingLink,
} from '../sign-in/pending-sign-ups.server.ts';
import { keepPassword } from '../sign-in/printed-passwords.server.ts';
import { readHasFactor } from '../factors/read-factors.server.ts';
import { insertWaitingProfile } from '../sign-in/sign-up.server.ts';
import { authSessions, authUsers, profiles, accountTokens } from '../tables.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { verificationMail } from '../sign-in/team-mails.ts';
import { issueToken } from '../sign-in/tokens.server.ts';
import { takePasskey } from '../factors/passkeys.server.ts';
import { openSession } from './sessions.server.ts';

/** Throttles links, so that repeated sign-ins do not flood a mailbox. */
const AGAIN_AFTER_MS = 10 * 60_000;

export const SIGN_IN_FAILED = msg('Login failed. Please check your credentials.');
export const NO_USER = msg('Login failed - no user data returned.');
export const WAITS_FOR_APPROVAL = msg('Your account is waiting for approval by an admin.');
export const SUSPENDED = msg('Your account is suspended.');
export const NOT_VERIFIED = msg(
  'Please verify your email first. We have just sent you a new link for that.',
);

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Returns the normalised email address. Throws {@link RefusedError} for missing or invalid input. */
export function addressOf({ email: typed, password }: SignIn): string {
  const email = normalizeEmail(typed);
  if (email === '') throw new RefusedError(400, t('Please enter your email'), 'email');
  if (!isEmail(email))
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  if (password === '') throw new RefusedError(400, t('Please enter your password'), 'password');
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
    throw new RefusedError(401, t(SIGN_IN_FAILED));
  }
  const { token, user } = (await response.json()) as { token?: string; user?: { id: string } };
  if (!token || !user) throw new RefusedError(500, t(NO_USER));
  const refusal = await findObstacle(db, services, trace, email);
  // The session becomes usable with this commit, so that a crash before it grants no access.
  const awaitsFactor = await change(services, trace, async (tx, after) => {
    const itsSession = eq(authSessions.token, token);
    if (refusal !== undefined) {
      await tx.delete(authSessions).where(itsSession);
      after.audit('sign-in-refused', { subject: email, detail: english(refusal) });
      return false;
    }
    await keepPassword(tx, email);
    const hasFactor = await readHasFactor(tx, user.id);
    if (!hasFactor) await tx.update(authSessions).set({ provedAt: clock.now() }).where(itsSession);
    after.audit(hasFactor ? 'factor-awaited' : 'signed-in', { subject: email });
    return hasFactor;
  });
  if (refusal !== undefined) throw new RefusedError(403, t(refusal));
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
  await recordAudit(services, trace, 'sign-in-refused', {
    subject: email,
    detail: english(refusal),
  });
  throw new RefusedError(403, t(refusal));
}

/** Returns the reason why the account may not sign in, or `undefined`. */
async function findObstacle(
  db: Database,
  services: TeamServices,
  trace: Trace,
  email: string,
): Promise<Sentence | undefined> {
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

/** Emails a new link unless one was sent a moment ago. */
async function resendToSignUp(
  services: TeamServices,
  trace: Trace,
  { id, email, linkMadeAt, linkExpiresAt, createdAt, browser }: PendingSignUp,
): Promise<void> {
  const { clock, mail, settings } = services;
  const now = clock.now().getTime();
  const wasJustMade = linkMadeAt !== null && now - linkMadeAt.getTime() < AGAIN_AFTER_MS;
  if (wasJustMade && linkExpiresAt !== null && linkExpiresAt.getTime() > now) return;
  await change(services, trace, async (tx, after) => {
    const token = await renewPendingLink(tx, clock, id);
    if (token === undefined) return;
    mail.send(after, verificationMail(settings, email, token, { at: createdAt, browser }));
  });
}

/** Emails a new link to an account that was approved before its address was verified. */
async function resendToAccount(
  services: TeamServices,
  trace: Trace,
  {
    id,
    email,
    createdAt,
  }: { readonly id: string; readonly email: string; readonly createdAt: Date },
): Promise<void> {
  const { clock, db, mail, settings } = services;
  const momentAgo = new Date(clock.now().getTime() - AGAIN_AFTER_MS);
  const [recent] = await db
    .select({ id: accountTokens.id })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, id),
        eq(accountTokens.purpose, 'verify-email'),
        gt(accountTokens.createdAt, momentAgo),
      ),
    );
  if (recent) return;
  await change(services, trace, async (tx, after) => {
    const token = await issueToken(tx, clock, 'verify-email', id);
    mail.send(after, verificationMail(settings, email, token, { at: createdAt, browser: null }));
  });
}

/** Returns the Set-Cookie header of the new session. */
export async function signInByPasskey(
  services: TeamServices,
  trace: Trace,
  headers: Headers,
  credential: string,
): Promise<{ readonly cookie: string; readonly email: string }> {
  const { id, email } = await takePasskey(services, credential).catch(async (error: unknown) => {
    // The audit entry names no subject, because the owner is unknown.
    if (error instanceof RefusedError) {
      await recordAudit(services, trace, 'sign-in-failed', { detail: 'passkey' });
    }
    throw error;
  });
  const cookie = await change(services, trace, async (tx, after) => {
    after.audit('signed-in', { subject: email, detail: 'passkey' });
    return openSession(tx, services.clock, services.auth, headers, id);
  });
  return { cookie, email };
}
