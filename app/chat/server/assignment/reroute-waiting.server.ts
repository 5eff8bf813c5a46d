import { and, eq, isNotNull, sql, type Placeholder } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { hasCapacity, isAway } from './agent-load.server.ts';
import { assignAgent, type Assigned } from './assign-agent.server.ts';

export const REROUTE_AFTER_MS = 60_000;
const AT_ONCE = 50;

/**
 * Reassigns visitors who wait in vain (rule 135). An agent who is away always loses them, to a connected
 * agent or the queue. An agent who has not written yet loses them once per wait, to a connected agent with
 * capacity. Without such colleagues nothing moves.
 */
export async function rerouteWaiting(appContext: ChatContext): Promise<void> {
  const now = appContext.clock.now();
  const startedBefore = longAgo(now);
  for (const { id: conversationId } of await WAITING_IN_VAIN.execute(appContext.db, {
    startedBefore,
  })) {
    await change(appContext, undefined, async (tx, after) => {
      const moved = await reroute(tx, now, conversationId);
      if (moved) after.hint(() => publishAssigned(appContext, { conversationId, ...moved }));
    });
  }
}

interface WaitingInVain extends Record<string, unknown> {
  readonly id: string;
  readonly isAway: boolean;
}

/**
 * Conversations to reroute, the longest wait first. The candidates are computed once per agent and not per
 * conversation, because thousands may wait and this query runs every few seconds.
 */
const waitingInVain = (startedBefore: string | Placeholder, ofConversation = sql``) => sql`
  with expected as materialized (
    select p.id from profiles p where ${mayGetSql('expected', 'p')}
  ),
  with_room as materialized (
    select p.id from profiles p where ${mayGetSql('passed-on', 'p', hasCapacity())}
  ),
  holders as materialized (
    select * from (
      select holder.id, ${isAway('holder')} as is_away,
        exists (select 1 from expected where expected.id <> holder.id) as has_expected,
        exists (select 1 from with_room where with_room.id <> holder.id) as has_room
      from profiles holder) h
    where h.has_room or (h.is_away and h.has_expected)
  )
  select c.id, holders.is_away as "isAway"
  from conversations c
  join visitors v on v.id = c.visitor_id
  join holders on holders.id = v.agent_id
  -- Where nobody has anybody to give to, no conversation is read.
  where exists (select 1 from holders)
    and c.waiting_since <= ${startedBefore}::timestamptz
    and c.waiting_since is not null and c.completed_at is null
    ${ofConversation}
    and (
      (holders.is_away and holders.has_expected)
      or (holders.has_room and c.rerouted_at is null
        -- Nor did they go on for another conversation of theirs while this one waited.
        and not exists (
          select 1 from conversations o
          where o.visitor_id = c.visitor_id and o.completed_at is null
            and o.rerouted_at >= c.waiting_since)
        and not exists (
          select 1 from visitor_messages m
          where m.conversation_id = c.id and m.agent_id = v.agent_id
            and m.removal_number is null)))
  order by c.waiting_since limit ${AT_ONCE}`;

function longAgo(now: Date): string {
  return new Date(now.getTime() - REROUTE_AFTER_MS).toISOString();
}

const WAITING_IN_VAIN = new PreparedStatement<WaitingInVain>(
  'waiting_in_vain',
  waitingInVain(sql.placeholder('startedBefore')),
);

async function reroute(
  tx: Database,
  now: Date,
  conversationId: string,
): Promise<(Assigned & { visitorId: string }) | undefined> {
  // Locks are always taken in the order conversation, visitor, assignment. The condition is checked again
  // under the lock, because the agent may have answered or another process was faster.
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
  const { rows } = await tx.execute<WaitingInVain>(
    waitingInVain(longAgo(now), sql`and c.id = ${conversationId}`),
  );
  const [waiting] = rows;
  if (!waiting) return undefined;
  const assigned = await assignAgent(tx, {
    conversationId,
    now,
    toAnother: true,
    staysWithAgent: !waiting.isAway,
  });
  if (assigned.agentId === assigned.previousAgentId) return undefined;
  await tx
    .update(conversations)
    .set({ reroutedAt: assigned.agentId ? now : null })
    .where(eq(conversations.id, conversationId));
  return { visitorId, ...assigned };
}
