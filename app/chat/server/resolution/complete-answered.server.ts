import { and, eq, isNull, ne } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import { publishConversation, publishEntry } from '../messages/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface GoingOn {
  readonly browserId: string;
  readonly conversationId: string;
  readonly at: Date;
}

/**
 * When a browser continues one conversation, its other answered conversations are completed, and both sides
 * are notified. A conversation that awaits an answer stays open (rule 98).
 */
export async function completeAnsweredOf(
  tx: Database,
  after: After,
  host: ChatHost,
  { browserId, conversationId, at: completedAt }: GoingOn,
): Promise<void> {
  const completed = await tx
    .update(conversations)
    .set({ completedAt })
    .where(
      and(
        eq(conversations.browserId, browserId),
        ne(conversations.id, conversationId),
        isNull(conversations.completedAt),
        isNull(conversations.waitingSince),
        // A conversation snoozed without an answer still awaits an answer.
        isNull(conversations.keptWaitingSince),
      ),
    )
    .returning({ id: conversations.id, visitorId: conversations.visitorId });
  for (const { id, visitorId } of completed) {
    const [visitor] = await tx
      .select({ agentId: visitors.agentId })
      .from(visitors)
      .where(eq(visitors.id, visitorId));
    after.hint(() => publishConversation(host, id));
    if (visitor) after.hint(() => publishEntry(host, visitorId, visitor.agentId));
  }
  // The completed conversation may have belonged to another visitor, whose agent now has free capacity.
  if (completed.length > 0) after.hint(() => drainQueue(host));
}
