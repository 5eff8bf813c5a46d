import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { isConnected, mayGetSql } from '../../team/members/who-gets-visitors.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { assignAgent } from './assign-agent.server.ts';
import { publishConversation, publishEntry } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** A visitor who waited this long goes to somebody who is there. */
export const REROUTE_AFTER_MS = 60_000;
/** Taken in one go; what is left is taken at the next turn. */
const AT_ONCE = 50;

/**
 * Gives visitors who wait for their agent to another one who is connected: when the agent is not
 * connected, or has not said a word to them yet. An agent in the middle of a conversation may take
 * their time. Each wait moves a visitor once at most; with nobody else there it moves nobody.
 */
export async function rerouteWaiting(host: ChatHost): Promise<void> {
  const now = host.clock.now();
  const { rows } = await host.db.execute<{ id: string }>(sql`
    select c.id from conversations c where ${waitsInVain(now)}
    order by c.waiting_since limit ${AT_ONCE}`);
  for (const { id } of rows) {
    await change(host, undefined, async (tx, after) => {
      const moved = await reroute(tx, now, id);
      if (!moved) return;
      after.hint(() => host.chat.visitorUnassigned(moved.visitorId, moved.formerAgentId));
      after.hint(() => publishEntry(host, moved.visitorId, moved.agentId));
      after.hint(() => publishConversation(host, id));
    });
  }
}

/** `c` is a conversation whose visitor should go to somebody else, and somebody else is there. */
function waitsInVain(now: Date) {
  const before = new Date(now.getTime() - REROUTE_AFTER_MS).toISOString();
  return sql`c.waiting_since <= ${before}::timestamptz
    and c.waiting_since is not null and c.rerouted_at is null and c.completed_at is null
    and exists (
      select 1 from visitors v join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id and v.conversation_id = c.id
        and (not ${isConnected('holder')} or not exists (
          select 1 from visitor_messages m
          where m.conversation_id = c.id and m.agent_id = v.agent_id))
        and exists (
          select 1 from profiles p
          where p.id <> v.agent_id and ${mayGetSql('passed-on', 'p')}))`;
}

async function reroute(tx: Database, now: Date, conversationId: string) {
  // Locks are always taken in the order conversation, visitor, assignment. With the lock held the
  // question is asked again: the agent may have answered, or another process was faster.
  const [conversation] = await tx
    .select({ visitorId: conversations.visitorId })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, conversationId),
        isNotNull(conversations.waitingSince),
        isNull(conversations.reroutedAt),
      ),
    )
    .for('update');
  if (!conversation) return undefined;
  const [visitor] = await tx
    .select({ agentId: visitors.agentId })
    .from(visitors)
    .where(eq(visitors.id, conversation.visitorId))
    .for('update');
  const { rows } = await tx.execute(
    sql`select 1 from conversations c where c.id = ${conversationId} and ${waitsInVain(now)}`,
  );
  const formerAgentId = visitor?.agentId;
  if (rows.length === 0 || !formerAgentId) return undefined;
  const agentId = await assignAgent(tx, conversationId, { toAnother: true });
  if (!agentId) return undefined;
  await tx
    .update(conversations)
    .set({ reroutedAt: now })
    .where(eq(conversations.id, conversationId));
  return { visitorId: conversation.visitorId, formerAgentId, agentId };
}
