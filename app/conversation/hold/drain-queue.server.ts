import { and, asc, eq, isNull } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { assignAgent } from './assign-agent.server.ts';
import { publishConversation, publishEntry, publishQueue } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** Handed out in one go; what is left is taken when the next agent shows up or a minute later. */
const AT_ONCE = 100;

/**
 * Gives the conversations that wait for an agent to whoever is there now, oldest first. Safe to
 * call at any time and from several processes at once: assignment itself settles the race.
 */
export async function drainQueue(host: ChatHost): Promise<void> {
  const waiting = await host.db
    .select({ conversationId: conversations.id, visitorId: visitors.id })
    .from(visitors)
    .innerJoin(conversations, eq(conversations.id, visitors.conversationId))
    .where(and(isNull(visitors.agentId), isNull(visitors.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .limit(AT_ONCE);
  let hasMoved = false;
  for (const { conversationId, visitorId } of waiting) {
    const outcome = await change(host, undefined, async (tx, after) => {
      const assigned = await assignWaiting(tx, conversationId);
      if (typeof assigned === 'object') {
        after.hint(() => publishEntry(host, visitorId, assigned.agentId));
        after.hint(() => publishConversation(host, conversationId));
      }
      return assigned;
    });
    if (outcome === 'nobody') break;
    if (outcome !== 'gone') hasMoved = true;
  }
  if (hasMoved) await publishQueue(host);
}

/** 'gone' when somebody else holds it this moment, or has taken it since it was read. */
async function assignWaiting(
  tx: Database,
  conversationId: string,
): Promise<{ agentId: string } | 'nobody' | 'gone'> {
  // Locked before the assignment lock, as everywhere: a visitor who writes just now holds these.
  const [waiting] = await tx
    .select({ id: visitors.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.id, conversationId),
        isNull(visitors.agentId),
        isNull(visitors.completedAt),
      ),
    )
    .for('update', { skipLocked: true });
  if (!waiting) return 'gone';
  const agentId = await assignAgent(tx, conversationId);
  return agentId ? { agentId } : 'nobody';
}
