import { and, eq, ne } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { may } from '../../protocol/permissions.ts';
import {
  inRole,
  lockTeam,
  losesVisitors,
  withdrawInvitationsOf,
} from '../members/manage-members.server.ts';
import { profiles } from '../tables.server.ts';
import { accountMessage } from '../../stored-messages.ts';

/**
 * Applies the role that the provider reports. Returns true if visitors are no longer assigned to the member
 * automatically. The last admin keeps the role, because otherwise nobody could approve accounts.
 */
export async function takeRoleOfProvider(
  tx: Database,
  after: After,
  clock: Clock,
  id: string,
  role: Role,
): Promise<boolean> {
  await lockTeam(tx);
  const [before] = await tx
    .select({
      role: profiles.role,
      email: profiles.email,
      answersVisitors: profiles.answersVisitors,
    })
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.status, 'active')))
    .for('update');
  if (!before || before.role === role) return false;
  const subject = { subjectId: id, subject: before.email };
  if (before.role === 'admin' && !(await hasOtherAdmin(tx, id))) {
    after.audit('role-kept', {
      ...subject,
      detail: accountMessage('accounts.role-at-provider', { role }),
    });
    return false;
  }
  const then = inRole(role, before);
  await tx
    .update(profiles)
    .set({ ...then, updatedAt: clock.now() })
    .where(eq(profiles.id, id));
  if (!may(then, 'manage-accounts')) await withdrawInvitationsOf(tx, after, id);
  after.audit('role-changed', {
    ...subject,
    detail: accountMessage('accounts.role-changed-by-provider', { from: before.role, to: role }),
  });
  return losesVisitors(before, then);
}

async function hasOtherAdmin(tx: Database, id: string): Promise<boolean> {
  const others = and(
    eq(profiles.role, 'admin'),
    eq(profiles.status, 'active'),
    ne(profiles.id, id),
  );
  return (await tx.$count(profiles, others)) > 0;
}
