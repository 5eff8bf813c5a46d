import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

/** Exact counts beyond this number are not worth their cost. */
const COUNTED_TO = 100_000;

export interface Backlog {
  readonly waitingVisitors: number;
  readonly queuedVisitors: number;
  readonly openConversations: number;
}

/** Returns the metrics of the backlog. Each count is limited to 100,000. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.execute<{ waiting: number; queued: number; open: number }>(sql`
    select
      (select count(*) from (
        select 1 from visitors where waiting_since is not null
        limit ${COUNTED_TO}) waiting)::int as waiting,
      (select count(*) from (
        select 1 from visitors
        where agent_id is null and state <> 'resolved'
        limit ${COUNTED_TO}) queue)::int as queued,
      (select count(*) from (
        select 1 from conversations where completed_at is null
        limit ${COUNTED_TO}) conversation)::int as open`);
  const [row] = rows;
  return {
    waitingVisitors: row?.waiting ?? 0,
    queuedVisitors: row?.queued ?? 0,
    openConversations: row?.open ?? 0,
  };
}
