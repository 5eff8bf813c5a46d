import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { displayName, type MemberName } from '../../protocol/member.ts';
import { profiles } from '../tables.server.ts';

/** The people who can be given work, by name. */
export async function listActiveMembers(db: Database): Promise<MemberName[]> {
  const rows = await db
    .select({ id: profiles.id, fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.status, 'active'))
    .orderBy(asc(profiles.fullName), asc(profiles.id));
  return rows.map(({ id, fullName, email }) => ({ id, name: displayName(fullName, email) }));
}
