import { and, eq, exists } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { recordAudit, type Trace } from './audit.server.ts';
import { may } from './permissions.ts';
import type { Role } from './roles.ts';
import { endSessions } from './sessions.server.ts';
import { authUsers, profiles } from './tables.server.ts';
import { lockTeam } from './team-lock.server.ts';

/**
 * What admins do to accounts. Each takes a transaction, because suspending somebody and giving
 * their visitors to others has to happen together (see `chat/release-agent.server.ts`).
 */
interface Subject {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

const CHANGED_MEANWHILE = 'That account was changed by somebody else. The list is up to date now.';

/** Lets a waiting account in, with the role the admin chose. */
export async function approveMember(
  tx: Database,
  clock: Clock,
  trace: Trace,
  id: string,
  role: Role,
): Promise<Subject> {
  await requireAdmin(tx, trace);
  const subject = await setStanding(tx, clock, id, 'waiting', { status: 'active', role });
  await recordAudit(tx, clock, trace, {
    action: 'approved',
    subjectId: id,
    subject: subject.email,
    detail: role,
  });
  return subject;
}

/** Deletes an account that waits, so that its address is free again. */
export async function declineMember(
  tx: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
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
  if (!declined) throw new RefusedError(409, CHANGED_MEANWHILE);
  await recordAudit(tx, clock, trace, {
    action: 'declined',
    subjectId: id,
    subject: declined.email,
  });
}

/** Locks somebody out and ends their sessions; the caller closes their sockets after the commit. */
export async function suspendMember(
  tx: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
  requireSomebodyElse(trace, id);
  const subject = await setStanding(tx, clock, id, 'active', { status: 'suspended' });
  await endSessions(tx, id);
  await recordAudit(tx, clock, trace, {
    action: 'suspended',
    subjectId: id,
    subject: subject.email,
    detail: subject.role,
  });
}

export async function restoreMember(
  tx: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await requireAdmin(tx, trace);
  const subject = await setStanding(tx, clock, id, 'suspended', { status: 'active' });
  await recordAudit(tx, clock, trace, {
    action: 'restored',
    subjectId: id,
    subject: subject.email,
    detail: subject.role,
  });
}

/** Gives another role; true when this takes the person out of the agents visitors go to. */
export async function changeRole(
  tx: Database,
  clock: Clock,
  trace: Trace,
  id: string,
  role: Role,
): Promise<boolean> {
  await requireAdmin(tx, trace);
  requireSomebodyElse(trace, id);
  const [before] = await tx
    .select({ role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('update');
  if (before?.role === role) return false;
  const subject = await setStanding(tx, clock, id, 'active', { role });
  await recordAudit(tx, clock, trace, {
    action: 'role-changed',
    subjectId: id,
    subject: subject.email,
    detail: `${before?.role} → ${role}`,
  });
  return before?.role === 'agent';
}

async function setStanding(
  tx: Database,
  clock: Clock,
  id: string,
  from: 'waiting' | 'active' | 'suspended',
  to: Partial<Pick<typeof profiles.$inferInsert, 'status' | 'role'>>,
): Promise<Subject> {
  const [subject] = await tx
    .update(profiles)
    .set({ ...to, updatedAt: clock.now() })
    .where(and(eq(profiles.id, id), eq(profiles.status, from)))
    .returning({ id: profiles.id, email: profiles.email, role: profiles.role });
  if (!subject) throw new RefusedError(409, CHANGED_MEANWHILE);
  return subject;
}

/** Asked again under the lock: the admin may have been demoted a moment ago. */
export async function requireAdmin(tx: Database, { member }: Trace): Promise<void> {
  await lockTeam(tx);
  const [profile] = await tx
    .select({ role: profiles.role })
    .from(profiles)
    .where(and(eq(profiles.id, member?.id ?? ''), eq(profiles.status, 'active')));
  if (!may(profile, 'manage-accounts')) {
    throw new RefusedError(403, 'Only an admin can do this.');
  }
}

/** Since nobody can do it to themselves, an installation that has an admin keeps one. */
function requireSomebodyElse({ member }: Trace, id: string): void {
  if (member?.id === id) throw new RefusedError(409, 'Another admin has to do this for you.');
}
