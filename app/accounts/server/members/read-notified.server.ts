import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { type Permission, rolesThatMay } from '../../protocol/permissions.ts';
import { profiles } from '../tables.server.ts';

const MOST_NOTIFIED = 50;

/**
 * Returns who is notified of something that nobody works on: the active members with `permission`, at most 50, the
 * oldest accounts first.
 */
export function readNotified(
  db: Database,
  permission: Permission,
): Promise<{ id: string; email: string }[]> {
  return db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.status, 'active'), inArray(profiles.role, rolesThatMay(permission))))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(MOST_NOTIFIED);
}
