import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { findByAddress } from './find-by-address.server.ts';
import { ratingOf, serviceOf } from './read-conversation.server.ts';
import type { Topic } from '../wire/rules.ts';
import { displayName, type InboxEntry, type InboxView } from '../wire/views.ts';

// Nothing in this file asks who is asking: the callers have been through access.server.ts.

/** Visitors of one page of an agent's list. */
export const ENTRIES_PER_PAGE = 50;

export interface InboxPage {
  /** Who looks: what is unread is theirs. */
  readonly agentId: string;
  /** The own visitors when nothing is said. */
  readonly view?: InboxView;
  /** The last entry of the page before, by what orders the view. */
  readonly after?: { readonly at: string; readonly visitorId: string };
  /** Part of an e-mail address. */
  readonly search?: string;
  readonly entriesPerPage?: number;
}

/** One page of a view: the latest first, and in the queue whoever waits longest. */
export async function readInbox(
  db: Database,
  { agentId, view = 'mine', after, search, entriesPerPage = ENTRIES_PER_PAGE }: InboxPage,
): Promise<InboxEntry[]> {
  const conditions = [membersOf(view, agentId)];
  if (after) {
    const cursor = sql`(${after.at}::timestamptz, ${after.visitorId}::uuid)`;
    conditions.push(
      view === 'queue'
        ? sql`(k.started_at, v.id) > ${cursor}`
        : sql`(v.updated_at, v.id) < ${cursor}`,
    );
  }
  const order = view === 'queue' ? OLDEST_FIRST : LATEST_FIRST;
  const where = sql.join(conditions, sql` and `);
  if (!search) return selectEntries(db, agentId, where, entriesPerPage, order);
  const found = await findByAddress(db, { ...order, where }, search, entriesPerPage);
  const among = sql`v.id = any(${sql.param(found)}::uuid[])`;
  return found.length === 0 ? [] : selectEntries(db, agentId, among, entriesPerPage, order);
}

function membersOf(view: InboxView, agentId: string): SQL {
  if (view === 'all') return sql`true`;
  if (view === 'mine') return sql`v.agent_id = ${agentId}`;
  return sql`v.agent_id is null and v.completed_at is null and v.conversation_id is not null`;
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

interface Order {
  /** What the first visitors are picked by. */
  readonly pick: SQL;
  readonly from: SQL;
  readonly show: SQL;
}

const LATEST_FIRST: Order = {
  from: sql`visitors v`,
  pick: sql`v.updated_at desc, v.id desc`,
  show: sql`v.updated_at desc, v.id desc`,
};

const OLDEST_FIRST: Order = {
  from: sql`visitors v join conversations k on k.id = v.conversation_id`,
  pick: sql`k.started_at, v.id`,
  show: sql`c.started_at, v.id`,
};

interface Row extends Record<string, unknown> {
  id: string;
  email: string;
  agent_id: string | null;
  agent_name: string | null;
  agent_email: string | null;
  topic: Topic | null;
  conversation_id: string | null;
  service_section: string | null;
  service_slug: string | null;
  service_title: string | null;
  completed_at: Date | null;
  started_at: Date | null;
  updated_at: Date;
  last_number: number | null;
  visitor_read_number: number | null;
  last_at: Date | null;
  last_text: string | null;
  rating_score: number | null;
  rating_comment: string | null;
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
  order: Order = LATEST_FIRST,
): Promise<InboxEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    select v.id, v.email, v.topic, v.conversation_id, v.completed_at, v.updated_at, v.agent_id,
      p.full_name as agent_name, p.email as agent_email, c.started_at,
      c.service_section, c.service_slug, c.service_title, c.last_number, c.visitor_read_number,
      rating.score as rating_score, rating.comment as rating_comment,
      newest.created_at as last_at, newest.message as last_text, counts.*
    from (
      select v.* from ${order.from} where ${where} order by ${order.pick} limit ${limit}
    ) v
    left join profiles p on p.id = v.agent_id
    left join conversations c on c.id = v.conversation_id
    left join conversation_ratings rating on rating.conversation_id = c.id
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
        coalesce(sum(case
          when r.number is null then k.visitor_message_count
          else (
            select count(*) from visitor_messages m
            where m.conversation_id = k.id and not m.is_agent and m.number > r.number
          )
        end), 0) as unread,
        coalesce(bool_or(exists (
          select 1 from visitor_messages m
          where m.conversation_id = k.id and m.agent_id = v.agent_id
        )), false) as is_answered
      from conversations k
      left join read_marks r on r.conversation_id = k.id and r.agent_id = ${agentId}
      where k.visitor_id = v.id
    ) counts
    order by ${order.show}`);
  return rows.map(toEntry);
}

function toEntry(row: Row): InboxEntry {
  return {
    visitorId: row.id,
    email: row.email,
    agentId: row.agent_id,
    agentName: row.agent_email === null ? null : displayName(row.agent_name, row.agent_email),
    topic: row.topic,
    conversationId: row.conversation_id,
    startedAt: row.started_at ? new Date(row.started_at).toISOString() : null,
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
    rating: ratingOf(row.rating_score, row.rating_comment),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
