import { inWordsOf } from './member-language.server.ts';
import { t } from '../../../i18n/translate.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { findLink, newLink, takeLink } from '../../../platform/one-time-link.server.ts';
import { isAccountEmail, normalizeName } from '../sign-in/account-fields.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { insertAccount } from '../sign-in/create-account.server.ts';
import { hashPassword } from '../sign-in/credentials.server.ts';
import { ALL_FIELDS_REQUIRED, checkNewPassword } from '../sign-in/password-rules.server.ts';
import { lockAddress } from '../sign-in/pending-sign-ups.server.ts';
import { requireAdmin } from './manage-members.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { authUsers, invitations, profiles } from '../tables.server.ts';
import { invitationMail } from '../sign-in/team-mails.ts';
import type { TeamServices } from './team-services.ts';
import { LINK_EXPIRED } from '../sign-in/verify-email.server.ts';
import { toSent } from '../../../platform/sent.ts';
import { accountMessage } from '../../stored-messages.ts';

const VALID_FOR_MS = 7 * 24 * 60 * 60 * 1000;
const SHOWN_AT_MOST = 100;

/**
 * Inviting the same address again replaces the link, the role and who invited. An invitation ends when its sender
 * may no longer manage accounts.
 */
export async function invite(
  services: TeamServices,
  trace: Trace,
  typedEmail: string,
  role: Role,
): Promise<void> {
  const { clock, mail, settings } = services;
  const email = normalizeEmail(typedEmail);
  if (!isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  await change(services, trace, async (tx, after) => {
    const invitedBy = await requireAdmin(tx, trace);
    const [profile] = await tx
      .select({ status: profiles.status })
      .from(profiles)
      .where(eq(profiles.email, email));
    if (profile?.status === 'waiting') {
      throw new RefusedError(
        409,
        t('{email} is already waiting for approval. Approve the account on this page.', { email }),
        'email',
      );
    }
    if (profile)
      throw new RefusedError(
        409,
        t('There is already an account for {email}.', { email }),
        'email',
      );
    const { token, link } = newLink(clock, VALID_FOR_MS);
    const invitation = { role, invitedBy, ...link };
    await tx
      .insert(invitations)
      .values({ email, ...invitation })
      .onConflictDoUpdate({ target: invitations.email, set: invitation });
    after.audit('invited', { subject: email, detail: accountMessage('accounts.role', { role }) });
    const message = await inWordsOf(tx, settings, { email }, () =>
      invitationMail(settings, email, role, token),
    );
    mail.send(after, message);
  });
}

export async function revokeInvitation(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [revoked] = await tx
      .delete(invitations)
      .where(eq(invitations.id, id))
      .returning({ email: invitations.email });
    if (revoked) after.audit('invitation-revoked', { subject: revoked.email });
  });
}

export async function readInvitations(db: Database, clock: Clock) {
  const { id, email, role, expiresAt } = invitations;
  const rows = await db
    .select({ id, email, role, expiresAt })
    .from(invitations)
    .orderBy(desc(invitations.createdAt))
    .limit(SHOWN_AT_MOST);
  return rows.map((row) => ({ ...toSent(row), isExpired: row.expiresAt <= clock.now() }));
}

export type InvitationView = Awaited<ReturnType<typeof readInvitations>>[number];

export async function findInvitation(
  db: Database,
  clock: Clock,
  token: string,
): Promise<{ readonly email: string; readonly role: Role } | undefined> {
  const found = await findLink(db, clock, invitations, token);
  return found && { email: found.email, role: found.role };
}

export interface AcceptInvitation {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly confirmation: string;
}

/**
 * Creates the account with the invited address and role. A pending sign-up with the address is deleted, because
 * it may belong to somebody else.
 */
export async function acceptInvitation(
  services: TeamServices,
  trace: Trace,
  form: AcceptInvitation,
): Promise<void> {
  const fullName = normalizeName(`${form.firstName} ${form.lastName}`);
  if (normalizeName(form.firstName) === '' || normalizeName(form.lastName) === '') {
    throw new RefusedError(400, t(ALL_FIELDS_REQUIRED));
  }
  checkNewPassword(form.password, form.confirmation);
  const { auth, clock } = services;
  const passwordHash = await hashPassword(auth, form.password);
  await change(services, trace, async (tx, after) => {
    const invitation = await takeLink(tx, clock, invitations, form.token);
    if (!invitation) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
    const { email, role } = invitation;
    await lockAddress(tx, email);
    const [waiting] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.email, email), eq(profiles.status, 'waiting')));
    if (waiting) await tx.delete(authUsers).where(eq(authUsers.id, waiting.id));
    const id = await insertAccount(tx, clock, { email, fullName, role, passwordHash });
    after.audit('invitation-accepted', {
      subjectId: id,
      subject: email,
      detail: accountMessage('accounts.role', { role }),
    });
  });
}
