import { displayName } from '../../../accounts/protocol/member.ts';
import { t } from '../../../i18n/translate.ts';
import { type Language, SOURCE_LANGUAGE } from '../../../platform/languages.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { findByAddress } from './list-conversations.server.ts';
import { isQueued } from '../assignment/queue.server.ts';
import { identityColumns, toIdentity, type IdentityRow } from './read-identity.server.ts';
import {
  ratingOf,
  serviceColumns,
  serviceOf,
  type ServiceRow,
} from './read-conversation.server.ts';
import {
  VIEW_STATES,
  type EntryState,
  type InboxOrder,
  type InboxView,
} from '../../protocol/entry-state.ts';
import type { SearchFilter } from '../../protocol/search-query.ts';
import { visitorsOf } from './search-filters.server.ts';
import { formatFileCount } from '../../protocol/files.ts';
import { MESSAGE_REMOVED, type InboxEntry, type InboxScope } from '../../protocol/views.ts';

// Functions in this file check no access. Callers must use access.server.ts first.

export const ENTRIES_PER_PAGE = 50;

/** The cursor: the sort key and visitor of the previous page's last entry. */
export interface InboxPlace {
  readonly at: string;
  readonly visitorId: string;
  /** If true, `at` is the start of the wait. In 'Longest waiting', waiting visitors come before all others. */
  readonly isWaiting?: boolean;
}

export interface InboxPage {
  /** The reader, whose read marks determine unread messages. */
  readonly agentId: string;
  readonly scope?: InboxScope;
  /** Undefined means all views, as in a search. */
  readonly view?: InboxView;
  readonly order?: InboxOrder;
  readonly after?: InboxPlace;
  readonly search?: string;
  readonly filters?: readonly SearchFilter[];
  readonly timeZone?: string;
  readonly entriesPerPage?: number;
}

export async function readInbox(
  db: Database,
  { agentId, scope = 'mine', view, order, after, search, ...page }: InboxPage,
): Promise<InboxEntry[]> {
  const { entriesPerPage = ENTRIES_PER_PAGE } = page;
  const { filters = [], timeZone = 'UTC' } = page;
  const members = sql`${membersOf(scope, agentId)} and ${statusIn(view)}
    and ${visitorsOf(filters, timeZone)}`;
  if (order !== 'longest-waiting') {
    const where = after ? sql`${members} and ${isBehind(NEWEST_FIRST, after)}` : members;
    return findEntries(db, agentId, where, search, entriesPerPage, NEWEST_FIRST);
  }
  const isPastWaiting = after !== undefined && !after.isWaiting;
  const behind = after
    ? isBehind(after.isWaiting ? LONGEST_WAIT_FIRST : NEWEST_FIRST, after)
    : sql`true`;
  const waiting = isPastWaiting
    ? []
    : await findEntries(
        db,
        agentId,
        sql`${members} and v.waiting_since is not null and ${behind}`,
        search,
        entriesPerPage,
        LONGEST_WAIT_FIRST,
      );
  const left = entriesPerPage - waiting.length;
  if (left === 0) return waiting;
  const others = sql`${members} and v.waiting_since is null and ${isPastWaiting ? behind : sql`true`}`;
  return [...waiting, ...(await findEntries(db, agentId, others, search, left, NEWEST_FIRST))];
}

async function findEntries(
  db: Database,
  agentId: string,
  where: SQL,
  search: string | undefined,
  limit: number,
  order: Order,
): Promise<InboxEntry[]> {
  if (!search) return selectEntries(db, agentId, where, limit, order);
  const found = await findByAddress(db, { where, pick: order.by }, search, limit);
  const among = sql`v.id = any(${sql.param(found)}::uuid[])`;
  return found.length === 0 ? [] : selectEntries(db, agentId, among, limit, order);
}

export function membersOf(scope: InboxScope, agentId: string): SQL {
  if (scope === 'all') return sql`true`;
  if (scope === 'mine') return sql`v.agent_id = ${agentId}`;
  return isQueued('v');
}

/** The condition on the visitors `v` of a view, in the form that the partial indexes use. */
export function statusIn(view: InboxView | undefined): SQL {
  if (view === undefined) return sql`true`;
  const states = VIEW_STATES[view].map((state) => `'${state}'`).join(', ');
  const isThere = sql.raw(`v.state in (${states})`);
  // A check constraint implies the added condition, but the partial index requires it literally.
  return view === 'waiting' ? sql`${isThere} and v.waiting_since is not null` : isThere;
}

export async function readInboxEntry(
  db: Database,
  visitorId: string,
  agentId: string,
): Promise<InboxEntry | undefined> {
  const [inboxEntry] = await selectEntries(db, agentId, sql`v.id = ${visitorId}`, 1);
  return inboxEntry;
}

interface Order {
  readonly by: SQL;
  readonly behind: (at: SQL, visitorId: SQL) => SQL;
}

const NEWEST_FIRST: Order = {
  by: sql`v.updated_at desc, v.id desc`,
  behind: (at, id) => sql`(v.updated_at, v.id) < (${at}, ${id})`,
};

const LONGEST_WAIT_FIRST: Order = {
  by: sql`v.waiting_since, v.id`,
  behind: (at, id) => sql`(v.waiting_since, v.id) > (${at}, ${id})`,
};

function isBehind({ behind }: Order, { at, visitorId }: InboxPlace): SQL {
  return behind(sql`${at}::timestamptz`, sql`${visitorId}::uuid`);
}

interface Row extends ServiceRow, IdentityRow {
  id: string;
  version: string;
  email: string;
  labels: InboxEntry['labels'];
  agent_id: string | null;
  agent_name: string | null;
  agent_email: string | null;
  topic: string | null;
  topic_id: string | null;
  language: Language | null;
  state: EntryState;
  waiting_since: Date | null;
  snoozed_until: Date | null;
  conversation_id: string | null;
  updated_at: Date;
  last_number: number | null;
  visitor_read_number: number | null;
  last_at: Date | null;
  last_text: string | null;
  is_last_removed: boolean | null;
  last_file_count: number | null;
  rating_score: number | null;
  rating_comment: string | null;
  visitor_messages: string;
  open_visitor_messages: string;
  messages: string;
  conversations: string;
  unread: string;
  is_answered: boolean;
}

/**
 * The order of the conversations `k` of the visitor `v`. The first one determines the visitor's state and
 * receives answers (rule 314). If several wait, the length of the wait does not count: the agent reads and
 * answers at the end of the thread, which shows the current one.
 */
const MOST_URGENT_FIRST = sql`
  (k.waiting_since is not null) desc, (k.completed_at is null and k.snoozed_until is null) desc,
  (k.completed_at is null) desc, (k.id = v.conversation_id) desc nulls last, k.started_at desc`;

/** Selects the same conversation as `conversationId` of an entry, without reading the entry. */
export const mostUrgentOf = (visitorId: string): SQL<string | null> => sql<string | null>`(
  select k.id from conversations k join visitors v on v.id = k.visitor_id
  where v.id = ${visitorId} order by ${MOST_URGENT_FIRST} limit 1)`;

/** The labels of the visitor `v`, then of the conversation `c`, as a JSON list. */
const labelsOfEntry = sql`
  select coalesce(json_agg(
    json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by on_it.rank, lower(l.name)
  ), '[]') as labels
  from (
    select label_id, 0 as rank from visitor_labels where visitor_id = v.id
    union all
    select label_id, 1 from conversation_labels where conversation_id = c.id
      and label_id not in (select label_id from visitor_labels where visitor_id = v.id)
  ) on_it
  join labels l on l.id = on_it.label_id`;

/**
 * The statement's snapshot as a number. A later snapshot has a higher `xmax` or, with the same `xmax`, fewer
 * transactions in progress. The reader must not have written in the same transaction.
 */
const snapshotVersion = sql`(
  select pg_snapshot_xmax(s)::text::bigint * 1000
    - least(999, (select count(*) from pg_snapshot_xip(s)))
  from pg_current_snapshot() s)`;

/** Message counts come from counters of the conversations, so that a list never reads whole threads. */
async function selectEntries(
  db: Database,
  agentId: string,
  where: SQL,
  limit: number,
  order: Order = NEWEST_FIRST,
): Promise<InboxEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    select v.id, ${snapshotVersion} as version, v.email, marks.labels, v.state, v.waiting_since, v.updated_at, v.agent_id,
      p.full_name as agent_name, p.email as agent_email,
      c.id as conversation_id, coalesce(c.topic, v.topic) as topic, c.topic_id, c.language, c.snoozed_until,
      ${serviceColumns}, c.last_number, c.visitor_read_number,
      rating.score as rating_score, rating.comment as rating_comment,
      newest.created_at as last_at, newest.message as last_text,
      newest.is_removed as is_last_removed, newest.file_count as last_file_count, counts.*,
      ${identityColumns}
    from (
      select v.* from visitors v where ${where} order by ${order.by} limit ${limit}
    ) v
    left join profiles p on p.id = v.agent_id
    left join lateral (
      select k.* from conversations k where k.visitor_id = v.id
      order by ${MOST_URGENT_FIRST} limit 1
    ) c on true
    left join conversation_ratings rating on rating.conversation_id = c.id
    left join lateral (
      select m.created_at, m.message, m.removal_number is not null as is_removed, m.file_count
      from conversations k
      join visitor_messages m on m.conversation_id = k.id and m.number = k.last_number
      where k.visitor_id = v.id
      order by m.created_at desc, k.started_at desc
      limit 1
    ) newest on true
    cross join lateral (${labelsOfEntry}) marks
    cross join lateral (
      select count(*) as conversations,
        coalesce(sum(k.last_number), 0) as messages,
        coalesce(sum(k.visitor_message_count), 0) as visitor_messages,
        coalesce(sum(k.visitor_message_count) filter (where k.completed_at is null), 0)
          as open_visitor_messages,
        coalesce(sum(case
          when r.number is null then k.visitor_message_count
          else (
            select count(*) from visitor_messages m
            where m.conversation_id = k.id and not m.is_agent and m.number > r.number
              and m.removal_number is null
          )
        end), 0) as unread,
        coalesce(bool_or(exists (
          select 1 from visitor_messages m
          where m.conversation_id = k.id and m.agent_id = v.agent_id and m.removal_number is null
        )) filter (where k.completed_at is null), false) as is_answered
      from conversations k
      left join read_marks r on r.conversation_id = k.id and r.agent_id = ${agentId}
      where k.visitor_id = v.id
    ) counts
    order by ${order.by}`);
  return rows.map(toEntry);
}

function toEntry(row: Row): InboxEntry {
  return {
    visitorId: row.id,
    version: Number(row.version),
    email: row.email,
    labels: row.labels,
    agentId: row.agent_id,
    agentName: row.agent_email === null ? null : displayName(row.agent_name, row.agent_email),
    topic: row.topic,
    topicId: row.topic_id,
    language: row.language ?? SOURCE_LANGUAGE,
    identity: toIdentity(row),
    conversationId: row.conversation_id,
    service: serviceOf(row),
    state: row.state,
    waitingSince: row.waiting_since ? new Date(row.waiting_since).toISOString() : null,
    snoozedUntil:
      row.state === 'snoozed' && row.snoozed_until
        ? new Date(row.snoozed_until).toISOString()
        : null,
    lastNumber: row.last_number ?? 0,
    visitorReadNumber: row.visitor_read_number ?? 0,
    lastMessageAt: row.last_at ? new Date(row.last_at).toISOString() : null,
    lastMessageText: getLastMessageText(row),
    visitorMessageCount: Number(row.visitor_messages),
    messageCount: Number(row.messages),
    conversationCount: Number(row.conversations),
    unreadCount: Number(row.unread),
    needsWelcome: Number(row.open_visitor_messages) > 0 && !row.is_answered,
    rating: ratingOf(row.rating_score, row.rating_comment),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** Returns the preview of the last message, or null without messages. */
function getLastMessageText(row: Row): string | null {
  if (row.is_last_removed) return t(MESSAGE_REMOVED);
  return row.last_text === '' ? formatFileCount(row.last_file_count ?? 0) : row.last_text;
}
