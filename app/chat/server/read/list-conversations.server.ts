import { displayName } from '../../../accounts/protocol/member.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isConfirmedSql } from '../email-verification/is-confirmed.server.ts';
import type { EntryState, InboxView } from '../../protocol/entry-state.ts';
import type { ServiceContext } from '../../protocol/views.ts';
import type { VisitorFields } from '../../protocol/visitor-fields.ts';
import { serviceColumns, serviceOf, type ServiceRow } from './read-conversation.server.ts';
import {
  toVisitorFields,
  visitorFieldColumns,
  type VisitorFieldsRow,
} from './read-identity.server.ts';
import { foldText } from '../../../platform/fold-text.ts';

// Functions in this file check no access. The API key grants access to all conversations.

/** A conversation as the API returns it: everything the team sees except messages. */
export interface ConversationRecord {
  readonly id: string;
  readonly state: EntryState;
  readonly topic: { readonly id: string; readonly name: string };
  readonly language: string;
  readonly service: ServiceContext | null;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  readonly visitor: VisitorFields & {
    readonly id: string;
    readonly email: string;
    readonly isConfirmed: boolean;
    readonly labels: readonly RecordedLabel[];
  };
  readonly labels: readonly RecordedLabel[];
  readonly lastNumber: number;
  readonly startedAt: string;
  readonly lastMessageAt: string | null;
  readonly firstAnsweredAt: string | null;
  readonly waitingSince: string | null;
  readonly snoozedUntil: string | null;
  readonly completedAt: string | null;
  readonly rating: { readonly score: number; readonly comment: string | null } | null;
}

export interface RecordedLabel {
  readonly id: string;
  readonly name: string;
}

export interface ConversationFilters {
  /** As in the inbox, a waiting conversation also counts as open. */
  readonly view?: InboxView | undefined;
  readonly topic?: string | undefined;
  /** Matches a label of the conversation or of its visitor. */
  readonly label?: string | undefined;
  /** The id of an agent. Null matches unassigned conversations. */
  readonly assignee?: string | null | undefined;
}

export interface ConversationPlace {
  readonly startedAt: Date;
  readonly id: string;
}

/**
 * Returns conversations by start time, newest first. Start times never change, so pages neither repeat nor
 * skip a conversation that matches the filters throughout.
 */
export async function listConversations(
  db: Database,
  filters: ConversationFilters,
  after: ConversationPlace | undefined,
  limit: number,
): Promise<ConversationRecord[]> {
  const conditions = [
    ...conditionsOf(filters, await isCommonLabel(db, filters.label)),
    ...(after
      ? [sql`(c.started_at, c.id) < (${after.startedAt.toISOString()}::timestamptz, ${after.id})`]
      : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  // The page is selected first, so that the joins run for its rows only.
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (
      select c.* from conversations c ${where}
      order by c.started_at desc, c.id desc limit ${limit}
    )
    ${selectRecords(sql`page`)} order by c.started_at desc, c.id desc`);
  return rows.map(toRecord);
}

export async function readConversationRecord(
  db: Database,
  id: string,
): Promise<ConversationRecord | undefined> {
  const { rows } = await db.execute<Row>(
    sql`${selectRecords(sql`conversations`)} where c.id = ${id}`,
  );
  return rows[0] && toRecord(rows[0]);
}

const VIEWS: Readonly<Record<InboxView, SQL>> = {
  open: sql`c.completed_at is null and c.snoozed_until is null`,
  waiting: sql`c.completed_at is null and c.waiting_since is not null`,
  snoozed: sql`c.completed_at is null and c.snoozed_until is not null`,
  resolved: sql`c.completed_at is not null`,
};

function conditionsOf(
  { view, topic, label, assignee }: ConversationFilters,
  isCommon: boolean,
): SQL[] {
  return [
    ...(view === undefined ? [] : [VIEWS[view]]),
    ...(topic === undefined ? [] : [sql`c.topic_id = ${topic}`]),
    ...(assignee === undefined
      ? []
      : [assignee === null ? sql`c.agent_id is null` : sql`c.agent_id = ${assignee}`]),
    ...(label === undefined ? [] : [isCommon ? carrying(label) : amongThoseOf(label)]),
  ];
}

/**
 * From this number of rows a label counts as common. Looking up all of its rows would cost more than checking
 * conversations one by one until a page is full.
 */
const COMMON_FROM = 2000;

async function isCommonLabel(db: Database, label: string | undefined): Promise<boolean> {
  if (label === undefined) return false;
  const { rows } = await db.execute(sql`
    select 1 from (
      select 1 from conversation_labels where label_id = ${label}::uuid
      union all
      select 1 from visitor_labels where label_id = ${label}::uuid
    ) put offset ${COMMON_FROM} limit 1`);
  return rows.length > 0;
}

const carrying = (label: string): SQL => sql`(
  exists (
    select 1 from conversation_labels l
    where l.conversation_id = c.id and l.label_id = ${label}::uuid offset 0
  )
  or exists (
    select 1 from visitor_labels l
    where l.visitor_id = c.visitor_id and l.label_id = ${label}::uuid offset 0
  ))`;

const amongThoseOf = (label: string): SQL => sql`c.id in (
  select conversation_id from conversation_labels where label_id = ${label}::uuid
  union
  select k.id from visitor_labels l join conversations k on k.visitor_id = l.visitor_id
  where l.label_id = ${label}::uuid
)`;

const namedLabels = (put: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name)), '[]')
  from ${put} on_it join labels l on l.id = on_it.label_id)`;

const selectRecords = (from: SQL): SQL => sql`
  select c.id, c.topic_id, c.topic, c.language, ${serviceColumns},
    c.last_number, c.started_at, c.last_message_at, c.first_answered_at, c.waiting_since,
    c.snoozed_until, c.completed_at, c.agent_id, p.full_name, p.email as agent_email,
    v.id as visitor_id, v.email, ${visitorFieldColumns},
    ${isConfirmedSql(sql`c.browser_id`, sql`v.id`)} as is_confirmed,
    ${namedLabels(sql`(select label_id from conversation_labels where conversation_id = c.id)`)} as labels,
    ${namedLabels(sql`(select label_id from visitor_labels where visitor_id = v.id)`)} as visitor_labels,
    r.score, r.comment
  from ${from} c
  join visitors v on v.id = c.visitor_id
  left join profiles p on p.id = c.agent_id
  left join conversation_ratings r on r.conversation_id = c.id`;

interface Row extends ServiceRow, VisitorFieldsRow, Record<string, unknown> {
  id: string;
  topic_id: string;
  topic: string;
  language: string;
  last_number: number;
  started_at: Date;
  last_message_at: Date | null;
  first_answered_at: Date | null;
  waiting_since: Date | null;
  snoozed_until: Date | null;
  completed_at: Date | null;
  agent_id: string | null;
  full_name: string | null;
  agent_email: string | null;
  visitor_id: string;
  email: string;
  is_confirmed: boolean;
  labels: RecordedLabel[];
  visitor_labels: RecordedLabel[];
  score: number | null;
  comment: string | null;
}

function toRecord(row: Row): ConversationRecord {
  const { agent_id: agentId, agent_email: agentEmail, score, comment } = row;
  return {
    id: row.id,
    state: stateOf(row),
    topic: { id: row.topic_id, name: row.topic },
    language: row.language,
    service: serviceOf(row),
    assignee:
      agentId === null || agentEmail === null
        ? null
        : { id: agentId, name: displayName(row.full_name, agentEmail) },
    visitor: {
      id: row.visitor_id,
      email: row.email,
      ...toVisitorFields(row),
      isConfirmed: row.is_confirmed,
      labels: row.visitor_labels,
    },
    labels: row.labels,
    lastNumber: row.last_number,
    startedAt: new Date(row.started_at).toISOString(),
    lastMessageAt: toIso(row.last_message_at),
    firstAnsweredAt: toIso(row.first_answered_at),
    waitingSince: row.completed_at ? null : toIso(row.waiting_since),
    snoozedUntil: row.completed_at ? null : toIso(row.snoozed_until),
    completedAt: toIso(row.completed_at),
    rating: score === null ? null : { score, comment },
  };
}

function stateOf(row: Row): EntryState {
  if (row.completed_at) return 'resolved';
  if (row.snoozed_until) return 'snoozed';
  return row.waiting_since ? 'waiting' : 'open';
}

const toIso = (at: Date | null): string | null => at && new Date(at).toISOString();

interface Listed {
  readonly where: SQL;
  readonly pick: SQL;
  /** A query for the ids of visitors that match in another respect. They are few. */
  readonly also?: SQL;
}

/** Must equal the length of the n-grams in the database function `address_parts`. */
const NGRAM_LENGTH = 3;

/** The number of visitors that are scanned before the n-gram index is used. */
const LOOKED_THROUGH = 500;

/**
 * Returns the first visitors of a list whose address or name contains this part. A frequent part is found by
 * scanning the start of the list, a rare one through the n-gram index, so neither search reads all visitors.
 */
export async function findByAddress(
  db: Database,
  { where, pick, also }: Listed,
  part: string,
  limit: number,
): Promise<string[]> {
  const wanted = part.toLowerCase();
  const folded = foldText(part);
  const pattern = patternOf(wanted);
  const namePattern = patternOf(folded);
  const { rows: first } = await db.execute<{ found: string[]; looked: number }>(sql`
    select count(*)::int as looked, coalesce(
      array_agg(listed.id order by listed.place)
        filter (where listed.email like ${pattern} or p.names like ${namePattern}
          ${also ? sql`or listed.id in (${also})` : sql``}), '{}') as found
    from (select v.id, v.email, row_number() over (order by ${pick}) as place
      from visitors v where ${where} order by ${pick} limit ${LOOKED_THROUGH}) listed
    cross join lateral (
      -- By its key: so few are not worth reading all pieces of all addresses for.
      select names from visitor_address_parts where visitor_id = listed.id offset 0
    ) p`);
  const { found, looked } = first[0]!;
  if (found.length >= limit || looked < LOOKED_THROUGH) return found.slice(0, limit);
  const { rows } = await db.execute<{ id: string }>(sql`
    with candidates as materialized (
      select visitor_id, names from visitor_address_parts where parts @> ${sql.param(piecesOf(wanted))}::text[]
        or parts @> ${sql.param(piecesOf(folded))}::text[]
      ${also ? sql`union select visitor_id, names from visitor_address_parts where visitor_id in (${also})` : sql``}
    )
    select v.id from visitors v join candidates on candidates.visitor_id = v.id
    where ${where} and (v.email like ${pattern} or candidates.names like ${namePattern}
      ${also ? sql`or v.id in (${also})` : sql``})
    order by ${pick} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Counts these visitors up to a limit. Without an order, a frequent part is counted without reading all visitors. */
export async function countByAddress(
  db: Database,
  { where, also }: Required<Omit<Listed, 'pick'>>,
  part: string,
  limit: number,
): Promise<number> {
  const wanted = part.toLowerCase();
  const folded = foldText(part);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      (
        select v.id from visitor_address_parts p join visitors v on v.id = p.visitor_id
        where (p.parts @> ${sql.param(piecesOf(wanted))}::text[]
            or p.parts @> ${sql.param(piecesOf(folded))}::text[])
          and (v.email like ${patternOf(wanted)} or p.names like ${patternOf(folded)})
          and ${where}
        limit ${limit}
      )
      union
      (select v.id from visitors v where v.id in (${also}) and ${where} limit ${limit})
      limit ${limit}
    ) found`);
  return rows[0]?.count ?? 0;
}

const patternOf = (part: string) => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`;

function piecesOf(part: string): string[] {
  const letters = Array.from(part);
  if (letters.length <= NGRAM_LENGTH) return [part];
  const pieces = letters.map((_, at) => letters.slice(at, at + NGRAM_LENGTH).join(''));
  return [...new Set(pieces.slice(0, 1 - NGRAM_LENGTH))];
}
