import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { conversations, type visitorMessages } from '../tables.server.ts';

type Conversation = typeof conversations.$inferSelect;
type Said = typeof visitorMessages.$inferSelect;

/**
 * What a message that is taken back has brought about is undone in its conversation, which is locked:
 * counts, who waits since when, and the first response, each as if it had never been said.
 */
export async function unsay(tx: Database, conversation: Conversation, said: Said): Promise<void> {
  const removalCount = conversation.removalCount + 1;
  const rest = said.isAgent
    ? await unsayAnswer(tx, conversation, said)
    : await unsayQuestion(tx, conversation);
  await tx
    .update(conversations)
    .set({ removalCount, ...rest })
    .where(eq(conversations.id, conversation.id));
}

/** Whoever waited for an answer to this alone waits no longer. */
async function unsayQuestion(tx: Database, conversation: Conversation) {
  const { id, waitingSince, keptWaitingSince, firstAnsweredAt, askedAt } = conversation;
  return {
    visitorMessageCount: conversation.visitorMessageCount - 1,
    waitingSince: waitingSince && (await firstAsked(tx, id, waitingSince)),
    keptWaitingSince: keptWaitingSince && (await firstAsked(tx, id, keptWaitingSince)),
    // What was answered took as long as it took.
    askedAt: firstAnsweredAt ? askedAt : await firstAsked(tx, id, conversation.startedAt),
  };
}

/**
 * The visitor whom this answered waits again, since when they did, unless another answer came after
 * it or they took their question back.
 */
async function unsayAnswer(tx: Database, conversation: Conversation, { number }: Said) {
  const { id, completedAt, snoozedUntil, waitingSince, keptWaitingSince } = conversation;
  const [first] = await stillAnswered(tx, id);
  const firstAnsweredAt = first?.first_at ? new Date(first.first_at) : null;
  if ((first?.last_number ?? 0) > number) return { firstAnsweredAt };
  const ended = await takeEndedWait(tx, id, first?.last_number ?? 0);
  const since = ended && (await firstAsked(tx, id, ended));
  if (!since) return { firstAnsweredAt };
  return completedAt || snoozedUntil
    ? { firstAnsweredAt, keptWaitingSince: earlier(since, keptWaitingSince) }
    : { firstAnsweredAt, waitingSince: earlier(since, waitingSince) };
}

/** The first answer that stands, and the number of the last. */
async function stillAnswered(tx: Database, conversationId: string) {
  const { rows } = await tx.execute<{ first_at: Date | null; last_number: number | null }>(sql`
    select min(created_at) as first_at, max(number) as last_number from visitor_messages
    where conversation_id = ${conversationId} and is_agent and kind in ('text', 'offer')
      and removal_number is null`);
  return rows;
}

/**
 * The wait that was ended by answers after this number, all of them taken back. Given back once: if
 * it is ended by something else meanwhile, such as 'No answer needed', it has ended.
 */
async function takeEndedWait(
  tx: Database,
  conversationId: string,
  after: number,
): Promise<Date | null> {
  const { rows } = await tx.execute<{ ended_wait: Date }>(sql`
    with ended as materialized (
      select id, ended_wait from visitor_messages
      where conversation_id = ${conversationId} and number > ${after} and ended_wait is not null
    ),
    given_back as (
      update visitor_messages m set ended_wait = null from ended where m.id = ended.id
    )
    select min(ended_wait) as ended_wait from ended having count(*) > 0`);
  return rows[0] ? new Date(rows[0].ended_wait) : null;
}

/** The first message of the visitor since then that stands. */
async function firstAsked(tx: Database, conversationId: string, since: Date): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: Date | null }>(sql`
    select min(created_at) as at from visitor_messages
    where conversation_id = ${conversationId} and not is_agent and kind = 'text'
      and removal_number is null
      and created_at >= ${since.toISOString()}::timestamptz`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one;
}
