import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { assignAgent } from './assign-agent.server.ts';
import type { ChatPublisher } from './events.ts';
import { readConversation } from './read-conversation.server.ts';
import { readInboxEntry } from './read-inbox.server.ts';
import { conversations, visitors } from './tables.server.ts';

/** Handed out in one go; what is left is taken when the next agent shows up or a minute later. */
const AT_ONCE = 100;

/**
 * Gives the conversations that wait for an agent to whoever is there now, oldest first. Safe to
 * call at any time and from several processes at once: assignment itself settles the race.
 */
export async function drainQueue(db: Database, publisher: ChatPublisher): Promise<void> {
  const waiting = await db
    .select({ conversationId: conversations.id, visitorId: visitors.id })
    .from(visitors)
    .innerJoin(conversations, eq(conversations.id, visitors.conversationId))
    .where(and(isNull(visitors.agentId), isNull(visitors.completedAt)))
    .orderBy(asc(conversations.startedAt))
    .limit(AT_ONCE);
  for (const { conversationId, visitorId } of waiting) {
    const agentId = await db.transaction((tx) => assignAgent(tx, conversationId));
    if (!agentId) return;
    const [entry, conversation] = await Promise.all([
      readInboxEntry(db, visitorId, agentId),
      readConversation(db, conversationId),
    ]);
    if (entry) publisher.entryChanged(entry, agentId);
    if (conversation) publisher.conversationChanged(conversation);
  }
}
