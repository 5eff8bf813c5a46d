import { and, asc, eq, inArray } from 'drizzle-orm';
import { rolesThatMay } from '../../accounts/protocol/permissions.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';

const MOST_NOTIFIED = 50;

/** Returns who is notified of an order that nobody works on: the first members who manage orders. */
export function readOrderManagers(db: Database): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(
      and(eq(profiles.status, 'active'), inArray(profiles.role, rolesThatMay('manage-orders'))),
    )
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(MOST_NOTIFIED);
}
