import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { conversations, type visitorMessages } from '../tables.server.ts';

type Conversation = typeof conversations.$inferSelect;
type Said = typeof visitorMessages.$inferSelect;

/**
 * Reverts the effects of an unsent message on its conversation, which must be locked: counters, the wait and
 * the first response are as if the message had never been sent.
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

/** The wait ends if no other message of the visitor is unanswered. */
async function unsayQuestion(tx: Database, conversation: Conversation) {
  const { id, waitingSince, keptWaitingSince, firstAnsweredAt, askedAt } = conversation;
  return {
    visitorMessageCount: conversation.visitorMessageCount - 1,
    waitingSince: waitingSince && (await firstAsked(tx, id, waitingSince)),
    keptWaitingSince: keptWaitingSince && (await firstAsked(tx, id, keptWaitingSince)),
    // An answered wait keeps its measured length.
    askedAt: firstAnsweredAt ? askedAt : await firstAsked(tx, id, conversation.startedAt),
  };
}

/**
 * The visitor waits again since the original time, unless a later answer exists or the visitor unsent the
 * question.
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

async function stillAnswered(tx: Database, conversationId: string) {
  const { rows } = await tx.execute<{ first_at: Date | null; last_number: number | null }>(sql`
    select min(created_at) as first_at, max(number) as last_number from visitor_messages
    where conversation_id = ${conversationId} and is_agent and kind in ('text', 'offer')
      and removal_number is null`);
  return rows;
}

/**
 * Returns the wait that ended with answers after this number, all of which are unsent. The wait is restored
 * only once: if 'No answer needed' or the like ends it afterwards, it stays ended.
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
