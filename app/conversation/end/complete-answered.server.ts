import { and, eq, isNull, ne } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from '../hold/drain-queue.server.ts';
import { publishConversation, publishEntry } from '../say/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface GoingOn {
  readonly browserId: string;
  /** The conversation that it goes on with. */
  readonly conversationId: string;
  readonly at: Date;
}

/**
 * A browser goes on with one conversation: its others that wait for no answer are completed with
 * it, and both sides told. One that waits stays open until somebody answers (DECISIONS 37).
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
        // What was snoozed without an answer waits for one, too.
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
  // It may have been another visitor's, whose agent has a place free now.
  if (completed.length > 0) after.hint(() => drainQueue(host));
}
