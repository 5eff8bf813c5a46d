import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { profiles } from '../team/tables.server.ts';
import { conversations, visitorMessages, visitors } from './tables.server.ts';
import {
  displayName,
  type ConversationView,
  type InboxEntry,
  type MessageView,
  type ServiceContext,
  type ThreadConversation,
} from './views.ts';
import type { Topic } from './rules.ts';

/** Messages of one answer; a client that gets this many asks again after the last of them. */
export const MESSAGES_PER_PAGE = 200;

/** Conversations of one page of an agent's list. */
export const ENTRIES_PER_PAGE = 50;

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

export async function readConversation(
  db: Database,
  conversationId: string,
): Promise<ConversationView | undefined> {
  const [row] = await db
    .select({
      conversation: conversations,
      agentName: profiles.fullName,
      agentEmail: profiles.email,
    })
    .from(conversations)
    .leftJoin(profiles, eq(profiles.id, conversations.agentId))
    .where(eq(conversations.id, conversationId));
  if (!row) return undefined;
  return {
    id: row.conversation.id,
    topic: row.conversation.topic,
    agentName: row.agentEmail === null ? null : displayName(row.agentName, row.agentEmail),
    isCompleted: row.conversation.completedAt !== null,
    lastNumber: row.conversation.lastNumber,
  };
}

/** Who answers this conversation now; null while it waits. */
export async function readConversationAgent(
  db: Database,
  conversationId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ agentId: visitors.agentId })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return row?.agentId ?? null;
}

export async function readMessage(db: Database, id: string): Promise<MessageView | undefined> {
  const [message] = await selectMessages(db, eq(visitorMessages.id, id), 1);
  return message;
}

/** What came after number `after`, oldest first, one page. */
export function readMessagesAfter(
  db: Database,
  conversationId: string,
  after: number,
): Promise<MessageView[]> {
  return selectMessages(
    db,
    and(eq(visitorMessages.conversationId, conversationId), gt(visitorMessages.number, after)),
    MESSAGES_PER_PAGE,
  );
}

async function selectMessages(
  db: Database,
  where: SQL | undefined,
  limit: number,
): Promise<MessageView[]> {
  const rows = await db
    .select({ message: visitorMessages, agentName: profiles.fullName, agentEmail: profiles.email })
    .from(visitorMessages)
    .leftJoin(profiles, eq(profiles.id, visitorMessages.agentId))
    .where(where)
    .orderBy(asc(visitorMessages.number))
    .limit(limit);
  return rows.map(({ message, agentName, agentEmail }) => ({
    id: message.id,
    clientId: message.clientId,
    conversationId: message.conversationId,
    number: message.number,
    text: message.message,
    isAgent: message.isAgent,
    agentId: message.agentId,
    agentName: agentEmail === null ? null : displayName(agentName, agentEmail),
    createdAt: message.createdAt.toISOString(),
  }));
}

/**
 * One page of the visitors an agent has, newest message first. `before` is the time of the last
 * entry of the page before.
 */
export function readInbox(db: Database, agentId: string, before?: Date): Promise<InboxEntry[]> {
  const older = before ? sql`and v.updated_at < ${before.toISOString()}::timestamptz` : sql``;
  return selectEntries(db, agentId, sql`v.agent_id = ${agentId} ${older}`, ENTRIES_PER_PAGE);
}

/** The same entry for one visitor, as `agentId` sees it. */
export async function readInboxEntry(
  db: Database,
  visitorId: string,
  agentId: string,
): Promise<InboxEntry | undefined> {
  const [entry] = await selectEntries(db, agentId, sql`v.id = ${visitorId}`, 1);
  return entry;
}

interface EntryRow extends Record<string, unknown> {
  id: string;
  email: string;
  topic: Topic | null;
  conversation_id: string | null;
  service_section: string | null;
  service_slug: string | null;
  completed_at: Date | null;
  last_at: Date | null;
  last_text: string | null;
  visitor_messages: string;
  messages: string;
  conversations: string;
  unread: string;
  own_messages: string;
}

async function selectEntries(
  db: Database,
  agentId: string,
  where: SQL,
  limit: number,
): Promise<InboxEntry[]> {
  const { rows } = await db.execute<EntryRow>(sql`
    select v.id, v.email, v.topic, v.conversation_id, v.completed_at,
      c.service_section, c.service_slug,
      newest.created_at as last_at, newest.message as last_text,
      counts.*,
      (select count(*) from conversations k where k.visitor_id = v.id) as conversations
    from (select * from visitors v where ${where} order by v.updated_at desc limit ${limit}) v
    left join conversations c on c.id = v.conversation_id
    left join lateral (
      select m.created_at, m.message
      from conversations k
      join visitor_messages m on m.conversation_id = k.id and m.number = k.last_number
      where k.visitor_id = v.id
      order by m.created_at desc, k.started_at desc
      limit 1
    ) newest on true
    cross join lateral (
      select count(*) as messages,
        count(*) filter (where not m.is_agent) as visitor_messages,
        count(*) filter (where m.agent_id = ${agentId}) as own_messages,
        count(*) filter (where not m.is_agent and m.number > coalesce(r.number, 0)) as unread
      from conversations k
      join visitor_messages m on m.conversation_id = k.id
      left join read_marks r on r.conversation_id = k.id and r.agent_id = ${agentId}
      where k.visitor_id = v.id
    ) counts
    order by coalesce(newest.created_at, v.updated_at) desc`);
  return rows.map((row) => ({
    visitorId: row.id,
    email: row.email,
    topic: row.topic,
    conversationId: row.conversation_id,
    service: serviceOf(row.service_section, row.service_slug),
    isCompleted: row.completed_at !== null,
    lastMessageAt: row.last_at ? new Date(row.last_at).toISOString() : null,
    lastMessageText: row.last_text,
    visitorMessageCount: Number(row.visitor_messages),
    messageCount: Number(row.messages),
    conversationCount: Number(row.conversations),
    unreadCount: Number(row.unread),
    needsWelcome: Number(row.visitor_messages) > 0 && Number(row.own_messages) === 0,
  }));
}

/** The conversations of one visitor, oldest first. */
export async function readThreadConversations(
  db: Database,
  visitorId: string,
): Promise<ThreadConversation[]> {
  const rows = await db
    .select()
    .from(conversations)
    .where(eq(conversations.visitorId, visitorId))
    .orderBy(asc(conversations.startedAt));
  return rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    startedAt: row.startedAt.toISOString(),
    service: serviceOf(row.serviceSection, row.serviceSlug),
  }));
}

/** The newest page of one conversation, or the page before number `before`; oldest first. */
export async function readMessagesBefore(
  db: Database,
  conversationId: string,
  before: number,
): Promise<MessageView[]> {
  const rows = await db
    .select({ number: visitorMessages.number })
    .from(visitorMessages)
    .where(
      and(eq(visitorMessages.conversationId, conversationId), lt(visitorMessages.number, before)),
    )
    .orderBy(desc(visitorMessages.number))
    .limit(MESSAGES_PER_PAGE);
  const oldest = rows.at(-1)?.number;
  return oldest === undefined ? [] : readMessagesAfter(db, conversationId, oldest - 1);
}

function serviceOf(section: string | null, slug: string | null): ServiceContext | null {
  return section !== null && slug !== null ? { section, slug } : null;
}
