import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { serviceOf } from './read-conversation.server.ts';
import type { Topic } from './rules.ts';
import type { InboxEntry } from './views.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/** Visitors of one page of an agent's list. */
export const ENTRIES_PER_PAGE = 50;

export interface InboxPage {
  readonly agentId: string;
  /** The last entry of the page before. */
  readonly after?: { readonly updatedAt: string; readonly visitorId: string };
  /** Part of an e-mail address or of a message. */
  readonly search?: string;
}

/** One page of the visitors an agent has, the latest first. */
export function readInbox(
  db: Database,
  { agentId, after, search }: InboxPage,
): Promise<InboxEntry[]> {
  const conditions = [sql`v.agent_id = ${agentId}`];
  if (after) {
    conditions.push(
      sql`(v.updated_at, v.id) < (${after.updatedAt}::timestamptz, ${after.visitorId}::uuid)`,
    );
  }
  if (search) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(v.email like ${pattern} or exists (
      select 1 from conversations k
      join visitor_messages m on m.conversation_id = k.id
      where k.visitor_id = v.id and lower(m.message) like ${pattern}))`);
  }
  return selectEntries(db, agentId, sql.join(conditions, sql` and `), ENTRIES_PER_PAGE);
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

interface Row extends Record<string, unknown> {
  id: string;
  email: string;
  topic: Topic | null;
  conversation_id: string | null;
  service_section: string | null;
  service_slug: string | null;
  service_title: string | null;
  completed_at: Date | null;
  updated_at: Date;
  last_number: number | null;
  visitor_read_number: number | null;
  last_at: Date | null;
  last_text: string | null;
  visitor_messages: string;
  messages: string;
  conversations: string;
  unread: string;
  is_answered: boolean;
}

/** Counts come from the conversations' own counters: no list ever reads a whole thread. */
async function selectEntries(
  db: Database,
  agentId: string,
  where: SQL,
  limit: number,
): Promise<InboxEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    select v.id, v.email, v.topic, v.conversation_id, v.completed_at, v.updated_at,
      c.service_section, c.service_slug, c.service_title, c.last_number, c.visitor_read_number,
      newest.created_at as last_at, newest.message as last_text, counts.*
    from (
      select * from visitors v where ${where} order by v.updated_at desc, v.id desc limit ${limit}
    ) v
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
      select count(*) as conversations,
        coalesce(sum(k.last_number), 0) as messages,
        coalesce(sum(k.visitor_message_count), 0) as visitor_messages,
        coalesce(sum((
          select count(*) from visitor_messages m
          where m.conversation_id = k.id and not m.is_agent and m.number > coalesce(r.number, 0)
        )), 0) as unread,
        coalesce(bool_or(exists (
          select 1 from visitor_messages m
          where m.conversation_id = k.id and m.agent_id = ${agentId}
        )), false) as is_answered
      from conversations k
      left join read_marks r on r.conversation_id = k.id and r.agent_id = ${agentId}
      where k.visitor_id = v.id
    ) counts
    order by v.updated_at desc, v.id desc`);
  return rows.map((row) => ({
    visitorId: row.id,
    email: row.email,
    topic: row.topic,
    conversationId: row.conversation_id,
    service: serviceOf({
      serviceSection: row.service_section,
      serviceSlug: row.service_slug,
      serviceTitle: row.service_title,
    }),
    isCompleted: row.completed_at !== null,
    lastNumber: row.last_number ?? 0,
    visitorReadNumber: row.visitor_read_number ?? 0,
    lastMessageAt: row.last_at ? new Date(row.last_at).toISOString() : null,
    lastMessageText: row.last_text,
    visitorMessageCount: Number(row.visitor_messages),
    messageCount: Number(row.messages),
    conversationCount: Number(row.conversations),
    unreadCount: Number(row.unread),
    needsWelcome: Number(row.visitor_messages) > 0 && !row.is_answered,
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}
