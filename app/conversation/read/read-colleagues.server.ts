import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { profiles } from '../../team/tables.server.ts';
import type { Colleague } from '../wire/views.ts';

/** Everybody a visitor can be handed to, by name. */
export function readColleagues(db: Database): Promise<Colleague[]> {
  return db
    .select({
      id: profiles.id,
      fullName: profiles.fullName,
      isConnected: sql<boolean>`coalesce(${profiles.connectedUntil} > clock_timestamp(), false)`,
    })
    .from(profiles)
    .where(and(eq(profiles.status, 'active'), inArray(profiles.role, ['agent', 'support'])))
    .orderBy(asc(profiles.fullName));
}
