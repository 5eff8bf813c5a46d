import { t, msg } from '../../../i18n/translate.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { giveBackToMailbox } from '../../../platform/email/mailbox-budget.server.ts';
import { mailboxOf } from '../../../platform/email/mailbox.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { hashPassword, isPasswordOf, setPassword } from './credentials.server.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { checkNewPassword } from './password-rules.server.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { passwordChangedMail, passwordResetMail } from './team-mails.ts';
import type { TeamServices } from '../members/team-services.ts';
import { dropTokens, consumeToken, issueToken } from './tokens.server.ts';
import { and, eq } from 'drizzle-orm';
import { normalizeEmail } from '../../../platform/email.ts';
import { isAccountEmail } from './account-fields.ts';
import { accountTokens, authUsers } from '../tables.server.ts';
import { hashSecret } from '../../../platform/secrets.server.ts';
import { LINK_EXPIRED } from './verify-email.server.ts';

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Ends the member's other sessions, and invalidates links to reset the password. */
export async function changePassword(
  services: TeamServices,
  trace: Trace,
  { member, sessionId }: MemberSession,
  { current, password, confirmation }: PasswordChange,
): Promise<void> {
  const { auth, clock, db, mail, settings } = services;
  if (!(await isPasswordOf(db, auth, member.id, current))) {
    throw new RefusedError(403, t("That isn't your current password."), 'current');
  }
  checkNewPassword(password, confirmation);
  const passwordHash = await hashPassword(auth, password);
  await change(services, trace, async (tx, after) => {
    await setPassword(tx, clock, member.id, passwordHash);
    await endSessions(tx, member.id, sessionId);
    // A reset link that was requested earlier must not override the new password.
    await dropTokens(tx, 'reset-password', member.id);
    after.audit('password-changed', { subjectId: member.id, subject: member.email });
    mail.send(after, passwordChangedMail(settings, member.email));
    after.hint(() => services.closeMember(member.id));
  });
}

export const RESET_REQUESTED = msg(
  "If an account exists for this address, we've emailed a link to set a new password.",
);

/** Emails a reset link. The response does not reveal whether the account exists. */
export async function requestPasswordReset(
  services: TeamServices,
  trace: Trace,
  typedEmail: string,
): Promise<void> {
  const { clock, mail, settings } = services;
  const email = normalizeEmail(typedEmail);
  if (email === '') throw new RefusedError(400, t('Enter your email'), 'email');
  if (!isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  await change(services, trace, async (tx, after) => {
    after.audit('password-reset-requested', { subject: email });
    const [user] = await tx
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.email, email));
    if (!user) return;
    const token = await issueToken(tx, clock, 'reset-password', user.id);
    mail.send(after, passwordResetMail(settings, email, token));
  });
}

/** Returns the account of a link to set a new password. An expired link is known for another day. */
export async function findResetLink(
  db: Database,
  clock: Clock,
  token: string,
): Promise<{ userId: string; email: string; isOver: boolean } | undefined> {
  const [found] = await db
    .select({ id: authUsers.id, email: authUsers.email, expiresAt: accountTokens.expiresAt })
    .from(accountTokens)
    .innerJoin(authUsers, eq(authUsers.id, accountTokens.userId))
    .where(
      and(
        eq(accountTokens.purpose, 'reset-password'),
        eq(accountTokens.tokenHash, hashSecret(token)),
      ),
    );
  if (!found) return undefined;
  return { userId: found.id, email: found.email, isOver: found.expiresAt <= clock.now() };
}

/**
 * Ends all links of the account, and counts their emails no longer against the mailbox's limit, so that its owner gets a
 * new link although strangers used the limit up (rule 385). An expired link proves the mailbox as well. Throws
 * {@link RefusedError} 410 for an unknown link.
 */
export async function disownReset(
  services: TeamServices,
  trace: Trace,
  token: string,
): Promise<void> {
  await change(services, trace, async (tx) => {
    const found = await findResetLink(tx, services.clock, token);
    if (!found) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    await dropTokens(tx, 'reset-password', found.userId);
    await giveBackToMailbox(tx, mailboxOf(found.email), 'password-reset');
  });
}

interface ResetAccount {
  readonly id: string;
  readonly email: string;
}

interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Ends all sessions, because a stolen session may be the reason for the reset. */
export async function resetPassword(
  services: TeamServices,
  trace: Trace,
  { token, password, confirmation }: NewPassword,
): Promise<ResetAccount> {
  const { auth, clock, mail, settings } = services;
  checkNewPassword(password, confirmation);
  const passwordHash = await hashPassword(auth, password);
  return change(services, trace, async (tx, after) => {
    const userId = (await consumeToken(tx, clock, 'reset-password', token))?.userId;
    if (!userId) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    await dropTokens(tx, 'reset-password', userId);
    await setPassword(tx, clock, userId, passwordHash);
    await endSessions(tx, userId);
    // Using the emailed link proves the address.
    const [verified] = await tx
      .update(authUsers)
      .set({ emailVerified: true, updatedAt: clock.now() })
      .where(eq(authUsers.id, userId))
      .returning({ id: authUsers.id, email: authUsers.email });
    if (!verified) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    after.audit('password-reset', { subjectId: userId, subject: verified.email });
    mail.send(after, passwordChangedMail(settings, verified.email));
    after.hint(() => services.closeMember(userId));
    return verified;
  });
}
