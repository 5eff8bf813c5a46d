import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { mayGetSql } from '../../team/members/who-gets-visitors.server.ts';

/** The open visitors `w` whom nobody has, with their conversation `k`; an index knows them. */
export const QUEUE = sql`visitors w join conversations k on k.id = w.conversation_id
  and w.agent_id is null and w.completed_at is null and k.completed_at is null`;

/** Whoever came first is taken first. */
const OLDEST_FIRST = sql`k.started_at, k.id`;

/** With nobody who accepts chats there is no queue to be told of (DECISIONS 31). */
const isAnybodyAccepting = sql`exists (
  select 1 from profiles p where ${mayGetSql('counted', 'p')})`;

/** More than anybody is patient enough to count; who is further back is told by asking. */
const PLACES_TOLD = 5_000;

/** The first conversations of the queue. */
export async function readQueue(
  db: Database,
  limit: number,
): Promise<{ conversationId: string; visitorId: string }[]> {
  const { rows } = await db.execute<{ conversation_id: string; visitor_id: string }>(sql`
    select k.id as conversation_id, w.id as visitor_id from ${QUEUE}
    order by ${OLDEST_FIRST} limit ${limit}`);
  return rows.map((row) => ({ conversationId: row.conversation_id, visitorId: row.visitor_id }));
}

/** The conversations of the queue in its order, of which visitors may be told their place. */
export async function readPlaces(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select k.id from ${QUEUE} where ${isAnybodyAccepting}
    order by ${OLDEST_FIRST} limit ${PLACES_TOLD}`);
  return rows.map(({ id }) => id);
}

/** The place of the conversation `conversations`, from 1; null for one that is not in the queue. */
export const queuePosition = sql<string | null>`case
  when visitors.agent_id is null and visitors.completed_at is null
    and visitors.conversation_id = conversations.id and conversations.completed_at is null
    and ${isAnybodyAccepting}
  then (
    select count(*) from ${QUEUE}
    where (k.started_at, k.id) <= (conversations.started_at, conversations.id))
  end`;
