import { and, desc, eq } from 'drizzle-orm';
import type { ChatHost } from '../chat-host.server.ts';
import { publishConversation, publishEntry } from './publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

/** The number of conversations that a browser may have open in its tabs. */
const TOLD = 10;

export async function publishIdentity(
  host: Pick<ChatHost, 'db' | 'chat'>,
  browserId: string,
  visitorId: string,
): Promise<void> {
  const theirs = await host.db
    .select({ id: conversations.id, agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(conversations.browserId, browserId), eq(conversations.visitorId, visitorId)))
    .orderBy(desc(conversations.startedAt))
    .limit(TOLD);
  for (const { id } of theirs) await publishConversation(host, id);
  if (theirs[0]) await publishEntry(host, visitorId, theirs[0].agentId);
}
