import { t } from '../../../i18n/translate.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { may } from '../../protocol/permissions.ts';
import type { Role } from '../../protocol/roles.ts';
import { lockTeam } from '../members/manage-members.server.ts';
import { profiles } from '../tables.server.ts';

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
    .select({ role: profiles.role, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.status, 'active')))
    .for('update');
  if (!before || before.role === role) return false;
  const subject = { subjectId: id, subject: before.email };
  if (before.role === 'admin' && !(await hasOtherAdmin(tx, id))) {
    after.audit('role-kept', { ...subject, detail: `the provider says ${role}` });
    return false;
  }
  await tx.update(profiles).set({ role, updatedAt: clock.now() }).where(eq(profiles.id, id));
  after.audit('role-changed', {
    ...subject,
    detail: t('{role} → {role2}, as the provider says', { role: before.role, role2: role }),
  });
  return may(before, 'be-given-visitors');
}

async function hasOtherAdmin(tx: Database, id: string): Promise<boolean> {
  const others = and(
    eq(profiles.role, 'admin'),
    eq(profiles.status, 'active'),
    ne(profiles.id, id),
  );
  return (await tx.$count(profiles, others)) > 0;
}
