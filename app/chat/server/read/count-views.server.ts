import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import {
  COUNTED_TO,
  INBOX_VIEWS,
  type InboxView,
  type ViewCounts,
} from '../../protocol/entry-state.ts';
import type { InboxScope } from '../../protocol/views.ts';
import { membersOf, standingIn } from './read-inbox.server.ts';

// Functions in this file check no access. Callers must use access.server.ts first.

/**
 * Counts the entries of a scope in each of these views, each up to one more than {@link COUNTED_TO}. Other
 * views are 0.
 */
export async function countViews(
  db: Database,
  agentId: string,
  scope: InboxScope,
  views: readonly InboxView[] = INBOX_VIEWS,
): Promise<ViewCounts> {
  const counts = views.map(
    (view) => sql`(select count(*) from (
      select 1 from visitors v where ${membersOf(scope, agentId)} and ${standingIn(view)}
      limit ${COUNTED_TO + 1}) standing)::int as ${sql.identifier(view)}`,
  );
  const { rows } = await db.execute<Partial<Record<InboxView, number>>>(
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  return { open: 0, waiting: 0, snoozed: 0, resolved: 0, ...rows[0] };
}
