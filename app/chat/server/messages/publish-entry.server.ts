import type { ChatContext } from '../chat-context.server.ts';
import type { Assigned } from '../assignment/assign-agent.server.ts';
import { readConversation, readConversationOwner } from '../read/read-conversation.server.ts';
import { readMemberName } from '../read/read-colleagues.server.ts';
import { readInboxEntry } from '../read/read-inbox.server.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { conversations, visitors } from '../tables.server.ts';

type Publishing = Pick<ChatContext, 'db' | 'chat'>;

export async function publishEntry(
  { db, chat }: Publishing,
  visitorId: string,
  agentId: string | null,
): Promise<void> {
  if (!agentId) {
    chat.visitorWaits(visitorId);
    return;
  }
  const inboxEntry = await readInboxEntry(db, visitorId, agentId);
  if (inboxEntry) chat.entryChanged(inboxEntry, agentId);
}

export async function publishEntryOf(
  { db, chat }: Pick<ChatContext, 'db' | 'chat'>,
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
  appContext: Publishing,
  { visitorId, conversationId, agentId, previousAgentId }: Given,
): Promise<void> {
  if (previousAgentId && previousAgentId !== agentId) {
    const holder = agentId ? await readMemberName(appContext.db, agentId) : null;
    appContext.chat.visitorUnassigned(visitorId, previousAgentId, holder);
  }
  await publishEntry(appContext, visitorId, agentId);
  // The orders of a conversation follow its agent.
  if (await hasOrders(appContext.db, visitorId)) {
    appContext.chat.ordersChanged([agentId, previousAgentId].filter((id) => id !== null));
  }
  if (conversationId) await publishConversation(appContext, conversationId);
  if (agentId === null || previousAgentId === null) appContext.chat.queueChanged();
}

async function hasOrders(db: Publishing['db'], visitorId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from orders o join conversations c on c.id = o.conversation_id
    where c.visitor_id = ${visitorId}::uuid limit 1`);
  return rows.length > 0;
}

/** The number of conversations that a browser may have open in its tabs. */
const TOLD = 10;

export async function publishIdentity(
  appContext: Pick<ChatContext, 'db' | 'chat'>,
  browserId: string,
  visitorId: string,
): Promise<void> {
  const theirs = await appContext.db
    .select({ id: conversations.id, agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(conversations.browserId, browserId), eq(conversations.visitorId, visitorId)))
    .orderBy(desc(conversations.startedAt))
    .limit(TOLD);
  for (const { id } of theirs) await publishConversation(appContext, id);
  if (theirs[0]) await publishEntry(appContext, visitorId, theirs[0].agentId);
}
