import type { Database } from '../../platform/db/database.server.ts';
import type { ChatPublisher } from '../wire/events.ts';
import { readConversation, readWaitingIds } from '../read/read-conversation.server.ts';
import { readInboxEntry } from '../read/read-inbox.server.ts';

/** Tells whoever has the visitor now, or those who watch the queue, what the list says of them. */
export async function publishEntry(
  db: Database,
  publisher: ChatPublisher,
  visitorId: string,
  agentId: string | null,
): Promise<void> {
  if (!agentId) {
    publisher.visitorWaits(visitorId);
    return;
  }
  const entry = await readInboxEntry(db, visitorId, agentId);
  if (entry) publisher.entryChanged(entry, agentId);
}

/** Tells those who wait where they stand now, after somebody has left the queue. */
export async function publishQueue(db: Database, publisher: ChatPublisher): Promise<void> {
  for (const id of await readWaitingIds(db)) {
    const conversation = await readConversation(db, id);
    if (conversation) publisher.conversationChanged(conversation);
  }
}
