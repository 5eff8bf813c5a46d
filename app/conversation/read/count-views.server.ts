import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { COUNTED_TO, INBOX_VIEWS, type InboxView, type ViewCounts } from '../wire/entry-state.ts';
import type { InboxScope } from '../wire/views.ts';
import { membersOf, standingIn } from './read-inbox.server.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/**
 * How many entries of a scope stand in each of these views, each counted to one more than
 * {@link COUNTED_TO}; 0 for the others.
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
