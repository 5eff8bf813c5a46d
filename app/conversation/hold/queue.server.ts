import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { mayGetSql } from '../../team/members/who-gets-visitors.server.ts';

/** Whether the visitor `v` is in the queue: nobody has them, and they have something open. */
export const isQueued = (v: string) =>
  sql.raw(`(${v}.agent_id is null and ${v}.state <> 'resolved')`);

/** The visitors `w` of the queue, each with the open conversation `k` that began first. */
const QUEUE = sql`visitors w join lateral (
  select c.id, c.started_at from conversations c
  where c.visitor_id = w.id and c.completed_at is null
  order by c.started_at, c.id limit 1) k on ${isQueued('w')}`;

/** Whoever came first is taken first. */
const OLDEST_FIRST = sql`k.started_at, k.id`;

/** With nobody who accepts chats there is no queue to be told of (DECISIONS 31). */
const isAnybodyAccepting = sql`exists (
  select 1 from profiles p where ${mayGetSql('counted', 'p')})`;

/** More than anybody is patient enough to count; who is further back is told by asking. */
const PLACES_TOLD = 5_000;

/** The first of the queue, each with a conversation. */
export async function readQueue(
  db: Database,
  limit: number,
): Promise<{ conversationId: string; visitorId: string }[]> {
  const { rows } = await db.execute<{ conversation_id: string; visitor_id: string }>(sql`
    select k.id as conversation_id, w.id as visitor_id from ${QUEUE}
    order by ${OLDEST_FIRST} limit ${limit}`);
  return rows.map((row) => ({ conversationId: row.conversation_id, visitorId: row.visitor_id }));
}

/**
 * The queue in its order, each visitor with everything they have open: they count once, and read the
 * same place wherever they look.
 */
export async function readPlaces(db: Database): Promise<string[][]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(
      select c.id from conversations c
      where c.visitor_id = w.id and c.completed_at is null order by c.started_at, c.id) as ids
    from ${QUEUE} where ${isAnybodyAccepting}
    order by ${OLDEST_FIRST} limit ${PLACES_TOLD}`);
  return rows.map(({ ids }) => ids);
}

/** The place of whoever has the conversation `conversations`, from 1; null where they are not in the queue. */
export const queuePosition = sql<string | null>`case
  when ${isQueued('visitors')} and conversations.completed_at is null and ${isAnybodyAccepting}
  then (
    select count(*) from ${QUEUE}
    where (k.started_at, k.id) <= (
      select first.started_at, first.id from conversations first
      where first.visitor_id = visitors.id and first.completed_at is null
      order by first.started_at, first.id limit 1))
  end`;
