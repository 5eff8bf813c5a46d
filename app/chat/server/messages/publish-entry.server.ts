import type { ChatHost } from '../chat-host.server.ts';
import type { Assigned } from '../assignment/assign-agent.server.ts';
import { readConversation, readConversationOwner } from '../read/read-conversation.server.ts';
import { readMemberName } from '../read/read-colleagues.server.ts';
import { readInboxEntry } from '../read/read-inbox.server.ts';

type Publishing = Pick<ChatHost, 'db' | 'chat'>;

export async function publishEntry(
  { db, chat }: Publishing,
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

export async function publishEntryOf(
  { db, chat }: Pick<ChatHost, 'db' | 'chat'>,
  conversationId: string,
): Promise<void> {
  const owner = await readConversationOwner(db, conversationId);
  if (owner) await publishEntry({ db, chat }, owner.visitorId, owner.agentId);
}

export async function publishConversation({ db, chat }: Publishing, id: string): Promise<void> {
  const conversation = await readConversation(db, id);
  if (conversation) chat.conversationChanged(conversation);
}

interface Given extends Assigned {
  readonly visitorId: string;
  readonly conversationId: string | null;
}

export async function publishAssigned(
  host: Publishing,
  { visitorId, conversationId, agentId, formerAgentId }: Given,
): Promise<void> {
  if (formerAgentId && formerAgentId !== agentId) {
    const holder = agentId ? await readMemberName(host.db, agentId) : null;
    host.chat.visitorUnassigned(visitorId, formerAgentId, holder);
  }
  await publishEntry(host, visitorId, agentId);
  if (conversationId) await publishConversation(host, conversationId);
  if (agentId === null || formerAgentId === null) host.chat.queueChanged();
}
