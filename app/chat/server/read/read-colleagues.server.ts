import { displayName } from '../../../accounts/protocol/member.ts';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  isConnected,
  mayGetSql,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { Colleague } from '../../protocol/views.ts';

export function readColleagues(db: Database): Promise<Colleague[]> {
  return db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      isConnected: isConnected('profiles'),
    })
    .from(profiles)
    .where(mayGetSql('handed', 'profiles'))
    .orderBy(asc(profiles.fullName));
}

/** Returns null for a deleted account. */
export async function readMemberName(db: Database, id: string): Promise<string | null> {
  const [member] = await db
    .select({ fullName: profiles.fullName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  return member ? displayName(member.fullName, member.email) : null;
}
