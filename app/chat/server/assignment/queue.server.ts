import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';

/** The visitor `v` is in the queue if nobody is assigned and a conversation is open. */
export const isQueued = (v: string) =>
  sql.raw(`(${v}.agent_id is null and ${v}.state <> 'resolved')`);

const QUEUE = sql`visitors w join lateral (
  select c.id, c.started_at from conversations c
  where c.visitor_id = w.id and c.completed_at is null
  order by c.started_at, c.id limit 1) k on ${isQueued('w')}`;

const OLDEST_FIRST = sql`k.started_at, k.id`;

/** Without anybody who accepts chats, visitors are shown no queue position (rule 134). */
const isAnybodyAccepting = sql`exists (
  select 1 from profiles p where ${mayGetSql('counted', 'p')})`;

/** Positions are pushed only to this many visitors. Visitors further back read theirs on request. */
const MAX_NOTIFIED_POSITIONS = 5_000;

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
 * Returns the queue in order, each visitor with all open conversations: a visitor counts once and sees the
 * same position in every conversation.
 */
export async function readQueuePositions(db: Database): Promise<string[][]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(
      select c.id from conversations c
      where c.visitor_id = w.id and c.completed_at is null order by c.started_at, c.id) as ids
    from ${QUEUE} where ${isAnybodyAccepting}
    order by ${OLDEST_FIRST} limit ${MAX_NOTIFIED_POSITIONS}`);
  return rows.map(({ ids }) => ids);
}

/** The queue position of the visitor of `conversations`, from 1. Null outside the queue. */
export const queuePosition = sql<string | null>`case
  when ${isQueued('visitors')} and conversations.completed_at is null and ${isAnybodyAccepting}
  then (
    select count(*) from ${QUEUE}
    where (k.started_at, k.id) <= (
      select first.started_at, first.id from conversations first
      where first.visitor_id = visitors.id and first.completed_at is null
      order by first.started_at, first.id limit 1))
  end`;
