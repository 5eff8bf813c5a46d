import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { mayGetSql } from '../../team/members/who-gets-visitors.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { publishAssigned } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { hasRoom, isAway } from './agent-load.server.ts';
import { assignAgent, type Assigned } from './assign-agent.server.ts';

/** A visitor who waited this long goes to somebody who is there. */
export const REROUTE_AFTER_MS = 60_000;
/** Taken in one go; what is left is taken at the next turn. */
const AT_ONCE = 50;

/**
 * Takes visitors who wait in vain from their agent (DECISIONS 31). From one who is away, as often as
 * needed: to somebody who is connected, or into the queue while all who are connected are full. From
 * one who has not said a word to them yet: once a wait, to somebody who is connected and has room.
 * With nobody else there it moves nobody, so that no two who are away pass anybody to and fro. An
 * agent in the middle of a conversation may take their time.
 */
export async function rerouteWaiting(host: ChatHost): Promise<void> {
  const now = host.clock.now();
  const { rows } = await host.db.execute<{ id: string }>(sql`
    select c.id from conversations c where ${waitsInVain(now)}
    order by c.waiting_since limit ${AT_ONCE}`);
  for (const { id: conversationId } of rows) {
    await change(host, undefined, async (tx, after) => {
      const moved = await reroute(tx, now, conversationId);
      if (moved) after.hint(() => publishAssigned(host, { conversationId, ...moved }));
    });
  }
}

/** `c` is a conversation whose visitor should go to somebody else, and somebody else is there. */
function waitsInVain(now: Date) {
  const before = new Date(now.getTime() - REROUTE_AFTER_MS).toISOString();
  return sql`c.waiting_since <= ${before}::timestamptz
    and c.waiting_since is not null and c.completed_at is null
    and exists (
      select 1 from visitors v join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id
        and (
          (${isAway} and exists (
            select 1 from profiles p where p.id <> v.agent_id and ${mayGetSql('expected', 'p')}))
          or (c.rerouted_at is null
            -- Nor did they go on for another conversation of theirs while this one waited.
            and not exists (
              select 1 from conversations o
              where o.visitor_id = c.visitor_id and o.completed_at is null
                and o.rerouted_at >= c.waiting_since)
            and not exists (
              select 1 from visitor_messages m
              where m.conversation_id = c.id and m.agent_id = v.agent_id
                and m.removal_number is null)
            and exists (
              select 1 from profiles p
              where p.id <> v.agent_id and ${mayGetSql('passed-on', 'p', hasRoom())}))))`;
}

async function reroute(
  tx: Database,
  now: Date,
  conversationId: string,
): Promise<(Assigned & { visitorId: string }) | undefined> {
  // Locks are always taken in the order conversation, visitor, assignment. With the lock held the
  // question is asked again: the agent may have answered, or another process was faster.
  const [conversation] = await tx
    .select({ visitorId: conversations.visitorId })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isNotNull(conversations.waitingSince)))
    .for('update');
  if (!conversation) return undefined;
  const { visitorId } = conversation;
  await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('update');
  const { rows } = await tx.execute<{ is_away: boolean }>(sql`
    select (
      select ${isAway} from visitors v join profiles holder on holder.id = v.agent_id
      where v.id = c.visitor_id) as is_away
    from conversations c where c.id = ${conversationId} and ${waitsInVain(now)}`);
  const [waiting] = rows;
  if (!waiting) return undefined;
  const assigned = await assignAgent(tx, {
    conversationId,
    now,
    toAnother: true,
    staysWithAgent: !waiting.is_away,
  });
  if (assigned.agentId === assigned.formerAgentId) return undefined;
  await tx
    .update(conversations)
    .set({ reroutedAt: assigned.agentId ? now : null })
    .where(eq(conversations.id, conversationId));
  return { visitorId, ...assigned };
}
