import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';

/** Counting further would cost more than the number is worth. */
const COUNTED_TO = 100_000;

export interface Backlog {
  /** Visitors who wait for an agent. */
  readonly waitingVisitors: number;
  readonly openConversations: number;
}

/** How much there is to do, for whoever watches the installation; each counted to 100,000. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.execute<{ waiting: number; open: number }>(sql`
    select
      (select count(*) from (
        select 1 from visitors
        where agent_id is null and completed_at is null and conversation_id is not null
        limit ${COUNTED_TO}) queue)::int as waiting,
      (select count(*) from (
        select 1 from conversations where completed_at is null
        limit ${COUNTED_TO}) conversation)::int as open`);
  const [row] = rows;
  return { waitingVisitors: row?.waiting ?? 0, openConversations: row?.open ?? 0 };
}
