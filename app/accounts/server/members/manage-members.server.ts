import { t, msg } from '../../../i18n/translate.ts';
import { and, eq, exists, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { insertLogin } from '../sign-in/credentials.server.ts';
import {
  endPendingSignUps,
  takePending,
  type PendingSignUp,
} from '../sign-in/pending-sign-ups.server.ts';
import { may } from '../../protocol/permissions.ts';
import { isAssignedVisitors } from './who-gets-visitors.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { accountTokens, authUsers, invitations, profiles } from '../tables.server.ts';
import { accountMessage } from '../../stored-messages.ts';

const TEAM_LOCK = 7_304_513;

/**
 * Changes of accounts by admins. Some take the caller's transaction, because suspending a member and
 * reassigning the visitors must be atomic (`change-status.server.ts`).
 */
interface Subject {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

const NOT_PROVED = msg(
  "This address hasn't been verified yet. A verification link was emailed to it. You can also send an invitation.",
);
const CHANGED_MEANWHILE = msg('Someone else changed that account. The list is now up to date.');

export interface Approved extends Subject {
  /** True if the address was verified by an emailed link. */
  readonly isVerified: boolean;
}

/**
 * Approves a waiting account with the role that the admin chose. If no emails are delivered (rule 183), an
 * unverified sign-up can be approved too, and others with its address are deleted.
 */
export async function approveMember(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
  role: Role,
  isProofNeeded = true,
): Promise<Approved> {
  await requireAdmin(tx, trace);
  const signUp = await takePending(tx, clock, id);
  if (signUp && isProofNeeded) throw new RefusedError(409, t(NOT_PROVED));
  if (signUp) return approveSignUp(tx, after, clock, signUp, role);
  const subject = await setStatus(tx, clock, id, 'waiting', { status: 'active', role });
  after.audit('approved', {
    subjectId: id,
    subject: subject.email,
    detail: accountMessage('accounts.role', { role }),
  });
  const [login] = await tx
    .select({ isVerified: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.id, id));
  return { ...subject, isVerified: login?.isVerified ?? false };
}

async function approveSignUp(
  tx: Database,
  after: After,
  clock: Clock,
  { email, fullName, passwordHash, requestedRole, tokenHash, linkExpiresAt }: PendingSignUp,
  role: Role,
): Promise<Approved> {
  const now = clock.now();
  const id = await insertLogin(tx, clock, { email, fullName, passwordHash, isVerified: false });
  if (id === undefined) throw new RefusedError(409, t(CHANGED_MEANWHILE));
  const profile = { id, email, fullName, role, requestedRole, createdAt: now, updatedAt: now };
  await tx.insert(profiles).values({ ...profile, status: 'active' });
  // The link of this sign-up now verifies the account's address.
  if (tokenHash !== null && linkExpiresAt !== null) {
    const link = { tokenHash, createdAt: now, expiresAt: linkExpiresAt };
    await tx.insert(accountTokens).values({ purpose: 'verify-email', userId: id, ...link });
  }
  await endPendingSignUps(tx, email);
  after.audit('approved', {
    subjectId: id,
    subject: email,
    detail: accountMessage('accounts.role-unproven', { role }),
  });
  return { id, email, role, isVerified: false };
}

/** Deletes a waiting account or sign-up, so that its address is free again. */
export function declineMember(appContext: ChangeContext, trace: Trace, id: string): Promise<void> {
  return change(appContext, trace, (tx, after) => decline(tx, after, appContext.clock, trace, id));
}

async function decline(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
  const signUp = await takePending(tx, clock, id);
  if (signUp) {
    after.audit('declined', { subjectId: signUp.id, subject: signUp.email });
    return;
  }
  const [declined] = await tx
    .delete(authUsers)
    .where(
      and(
        eq(authUsers.id, id),
        exists(
          tx
            .select({ id: profiles.id })
            .from(profiles)
            .where(and(eq(profiles.id, id), eq(profiles.status, 'waiting'))),
        ),
      ),
    )
    .returning({ email: authUsers.email });
  if (!declined) throw new RefusedError(409, t(CHANGED_MEANWHILE));
  after.audit('declined', { subjectId: id, subject: declined.email });
}

/** Suspends a member and ends the sessions. */
export async function suspendMember(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
  requireSomebodyElse(trace, id);
  const subject = await setStatus(tx, clock, id, 'active', { status: 'suspended' });
  await endSessions(tx, id);
  await withdrawInvitationsOf(tx, after, id);
  after.audit('suspended', {
    subjectId: id,
    subject: subject.email,
    detail: accountMessage('accounts.role', { role: subject.role }),
  });
}

export async function restoreMember(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
  const subject = await setStatus(tx, clock, id, 'suspended', { status: 'active' });
  after.audit('restored', {
    subjectId: id,
    subject: subject.email,
    detail: accountMessage('accounts.role', { role: subject.role }),
  });
}

/** Returns true if visitors are no longer assigned to the member automatically. */
export async function changeRole(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
  role: Role,
): Promise<boolean> {
  await requireAdmin(tx, trace);
  requireSomebodyElse(trace, id);
  const [before] = await tx
    .select({ role: profiles.role, answersVisitors: profiles.answersVisitors })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update');
  if (before?.role === role) return false;
  const then = inRole(role, before);
  const subject = await setStatus(tx, clock, id, 'active', then);
  if (!may(then, 'manage-accounts')) await withdrawInvitationsOf(tx, after, id);
  after.audit('role-changed', {
    subjectId: id,
    subject: subject.email,
    detail: accountMessage('accounts.role-changed', { from: before?.role ?? '', to: role }),
  });
  return losesVisitors(before, then);
}

/** Otherwise, somebody who is suspended or demoted could return with an invitation to another address. */
export async function withdrawInvitationsOf(tx: Database, after: After, id: string): Promise<void> {
  const withdrawn = await tx
    .delete(invitations)
    .where(eq(invitations.invitedBy, id))
    .returning({ email: invitations.email });
  for (const { email } of withdrawn) after.audit('invitation-revoked', { subject: email });
}

/** Returns the role with the choice to answer visitors, which ends in a role that cannot make it. */
export function inRole(role: Role, before: { readonly answersVisitors: boolean } | undefined) {
  return {
    role,
    answersVisitors: before?.answersVisitors === true && may({ role }, 'choose-to-answer'),
  };
}

/** True if visitors are no longer assigned to the member automatically. */
export function losesVisitors(
  before: Parameters<typeof isAssignedVisitors>[0] | undefined,
  then: Parameters<typeof isAssignedVisitors>[0],
): boolean {
  return before !== undefined && isAssignedVisitors(before) && !isAssignedVisitors(then);
}

async function setStatus(
  tx: Database,
  clock: Clock,
  id: string,
  from: 'waiting' | 'active' | 'suspended',
  to: Partial<Pick<typeof profiles.$inferInsert, 'status' | 'role' | 'answersVisitors'>>,
): Promise<Subject> {
  const [subject] = await tx
    .update(profiles)
    .set({ ...to, updatedAt: clock.now() })
    .where(and(eq(profiles.id, id), eq(profiles.status, from)))
    .returning({ id: profiles.id, email: profiles.email, role: profiles.role });
  if (!subject) throw new RefusedError(409, t(CHANGED_MEANWHILE));
  return subject;
}

/**
 * The permission is checked again under the lock, because the admin may have been demoted meanwhile. Returns the
 * admin's id.
 */
export async function requireAdmin(tx: Database, { member }: Trace): Promise<string> {
  await lockTeam(tx);
  const [profile] = await tx
    .select({ id: profiles.id, role: profiles.role })
    .from(profiles)
    .where(and(eq(profiles.id, member?.id ?? ''), eq(profiles.status, 'active')));
  if (!profile || !may(profile, 'manage-accounts')) {
    throw new RefusedError(403, t('Only an admin can do this.'));
  }
  return profile.id;
}

/** Admins cannot demote themselves, so an installation with an admin always keeps one. */
function requireSomebodyElse({ member }: Trace, id: string): void {
  if (member?.id === id) throw new RefusedError(409, t('Another admin has to do this for you.'));
}

/**
 * Held by everything that creates or removes admins, so that two admins who suspend each other at once do not
 * leave an installation without one.
 */
export async function lockTeam(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`);
}
