import type { ChatHost } from '../chat-host.server.ts';
import { readConversation, readWaitingIds } from '../read/read-conversation.server.ts';
import { readInboxEntry } from '../read/read-inbox.server.ts';

/** Tells whoever has the visitor now, or those who watch the queue, what the list says of them. */
export async function publishEntry(
  { db, chat }: Pick<ChatHost, 'db' | 'chat'>,
  visitorId: string,
  agentId: string | null,
): Promise<void> {
  if (!agentId) {
    chat.visitorWaits(visitorId);
    return;
  }
  const entry = await readInboxEntry(db, visitorId, agentId);
  if (entry) chat.entryChanged(entry, agentId);
}

/** Tells the visitor how their conversation stands now. */
export async function publishConversation(
  { db, chat }: Pick<ChatHost, 'db' | 'chat'>,
  id: string,
): Promise<void> {
  const conversation = await readConversation(db, id);
  if (conversation) chat.conversationChanged(conversation);
}

/** Tells those who wait where they stand now, after somebody has left the queue. */
export async function publishQueue({ db, chat }: Pick<ChatHost, 'db' | 'chat'>): Promise<void> {
  for (const id of await readWaitingIds(db)) {
    await publishConversation({ db, chat }, id);
  }
}
