import { displayName } from '../../../accounts/protocol/member.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { recordListExport } from '../../../accounts/server/audit/audit.server.ts';
import { toDecimal } from '../../../orders/protocol/money.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { foldText } from '../../../platform/fold-text.ts';
import type { Language } from '../../../platform/languages.ts';
import type { SortOf } from '../../../platform/lists/list-state.ts';
import {
  exportList,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import type { EntryState } from '../../protocol/entry-state.ts';
import type { LabelView } from '../../protocol/labels.ts';
import {
  QUIET_DAYS,
  UNASSIGNED,
  VISITOR_LIST,
  type BuyerFigures,
  type ListedVisitor,
  type VisitorListState,
} from '../../protocol/visitor-list.ts';
import { visibleVisitors } from '../access.server.ts';
import { countByAddress, findByAddress } from '../read/list-conversations.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the purchases by address. Orders import the chat, so the chat is given this function. */
type ReadFigures = (
  db: Database,
  member: Member,
  emails: readonly string[],
) => Promise<ReadonlyMap<string, BuyerFigures>>;

type ReadContext = Pick<ChangeContext, 'db' | 'clock'>;

/** Returns one page of the visitors that the member may see, with the number of visitors on all pages. */
export async function listVisitors(
  appContext: ReadContext,
  member: Member,
  state: VisitorListState,
  readFigures: ReadFigures,
  perPage?: number,
) {
  const page = await readCountedPage(
    sourceOf(state).keyset,
    state,
    (slice) => findVisitors(appContext, member, state, slice),
    (limit) => countVisitors(appContext, member, state, limit),
    perPage,
  );
  return { ...page, rows: await readVisitors(appContext.db, member, page.rows, readFigures) };
}

/**
 * Exports the shown columns of the list as CSV, and records the export in the audit log. Throws {@link RefusedError} 400
 * for too many rows.
 */
export async function exportVisitors(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  state: VisitorListState,
  readFigures: ReadFigures,
): Promise<string> {
  const { keyset } = sourceOf(state);
  const { body, rows } = await exportList(VISITOR_LIST, CELLS, keyset, state, async (slice) => {
    const found = await findVisitors(appContext, member, state, slice);
    return readVisitors(appContext.db, member, found, readFigures);
  });
  await recordListExport(appContext, trace, VISITOR_LIST, rows);
  return body;
}

const CELLS: CsvColumns<typeof VISITOR_LIST, ListedVisitor> = {
  visitor: {
    Name: ({ name }) => name ?? '',
    Email: ({ email }) => email ?? '',
    Blocked: ({ block }) => (block ? 'yes' : 'no'),
  },
  company: { Company: ({ companies }) => companies.join(', ') },
  agent: { Agent: ({ agent }) => agent ?? '' },
  labels: { Labels: ({ labels }) => labels.map(({ name }) => name).join(', ') },
  conversations: {
    Conversations: ({ conversationCount }) => String(conversationCount),
    State: ({ state }) => state ?? '',
  },
  orders: { Orders: ({ orderCount }) => String(orderCount) },
  paid: {
    Paid: ({ paid }) =>
      paid.map(({ amount, currency }) => `${toDecimal(amount, currency)} ${currency}`).join(', '),
  },
  updated: { 'Last activity': ({ updatedAt }) => updatedAt },
  created: { 'First seen': ({ createdAt }) => createdAt },
  rating: {
    Rating: ({ rating }) => (rating ? rating.average.toFixed(2) : ''),
    Ratings: ({ rating }) => String(rating?.count ?? 0),
  },
  language: { Language: ({ language }) => language ?? '' },
};

interface Source {
  readonly from: SQL;
  /** The visitor or the block. */
  readonly id: SQL;
  readonly updatedAt: SQL;
  readonly keyset: Keyset<SortOf<typeof VISITOR_LIST>>;
}

function toSource(from: SQL, id: SQL, updatedAt: SQL, createdAt: SQL): Source {
  const keys = {
    updated: { value: updatedAt, kind: 'timestamptz' },
    created: { value: createdAt, kind: 'timestamptz' },
  } as const;
  return { from, id, updatedAt, keyset: { keys, id: { value: id, kind: 'uuid' } } };
}

const VISITORS = toSource(sql`visitors v`, sql`v.id`, sql`v.updated_at`, sql`v.created_at`);

/** Also blocks of addresses that were erased or never wrote, so that they can be ended. */
const BLOCKS = toSource(
  sql`visitor_blocks b
    left join visitors v on v.email = b.email
    left join visitor_address_parts names on names.visitor_id = v.id`,
  sql`coalesce(v.id, b.id)`,
  sql`coalesce(v.updated_at, b.last_attempt_at, b.created_at)`,
  sql`coalesce(v.created_at, b.created_at)`,
);

const sourceOf = ({ filters }: VisitorListState) =>
  filters.show === 'blocked' ? BLOCKS : VISITORS;

interface Found extends Record<string, unknown> {
  readonly id: string;
  readonly position: string;
}

/** Finds the rows of a page by their ids, so that the rest is read for these rows only. */
async function findVisitors(
  appContext: ReadContext,
  member: Member,
  state: VisitorListState,
  { where: behind, orderBy, limit, position }: Slice,
): Promise<Found[]> {
  const { db } = appContext;
  const { from, id } = sourceOf(state);
  const order = sql.join(orderBy, sql`, `);
  const where = sql`${isListed(appContext, member, state)} and ${behind ?? sql`true`}`;
  const found = isIndexed(state)
    ? await findByAddress(
        db,
        { where, pick: order, also: inCompany(state.filters) },
        state.filters.q,
        limit,
      )
    : undefined;
  const among = found ? sql`${id} = any(${sql.param(found)}::uuid[])` : where;
  const { rows } = await db.execute<Found>(sql`
    select ${id} as id, ${position} as position from ${from}
    where ${among} order by ${order} limit ${limit}`);
  return rows;
}

async function countVisitors(
  appContext: ReadContext,
  member: Member,
  state: VisitorListState,
  limit: number,
): Promise<number> {
  const { db } = appContext;
  const { from } = sourceOf(state);
  const where = isListed(appContext, member, state);
  if (isIndexed(state)) {
    return countByAddress(db, { where, also: inCompany(state.filters) }, state.filters.q, limit);
  }
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) from (select 1 from ${from} where ${where} limit ${limit}) found`);
  return Number(rows[0]?.count ?? 0);
}

/** A query for the visitors who belong to a company whose name contains the search. */
const inCompany = ({ q }: Pick<VisitorListState['filters'], 'q'>) => sql`
  select w.id from companies co
  join company_members cm on cm.company_id = co.id
  join clients cl on cl.id = cm.client_id
  join visitors w on w.email = cl.email
  where co.name ilike ${partPattern(q)}`;

/** Blocks are few, so their search reads all of them. */
const isIndexed = ({ filters }: VisitorListState) => filters.q !== '' && filters.show !== 'blocked';

function isListed(
  { clock }: ReadContext,
  member: Member,
  { filters: { q, show, agent, label, topic, active } }: VisitorListState,
): SQL {
  const { updatedAt } = show === 'blocked' ? BLOCKS : VISITORS;
  const conditions = [
    show === 'blocked'
      ? sql`(v.id is null or ${visibleVisitors(member)})`
      : visibleVisitors(member),
  ];
  if (show === 'open') conditions.push(sql`v.state <> 'resolved'`);
  if (show === 'ordered') conditions.push(HAS_ORDERED);
  if (show === 'unordered') conditions.push(sql`not ${HAS_ORDERED}`);
  if (show === 'blocked' && q !== '') {
    conditions.push(sql`(b.email like ${partPattern(q.toLowerCase())}
      or names.names like ${partPattern(foldText(q))} or v.id in (${inCompany({ q })}))`);
  }
  if (agent === UNASSIGNED) conditions.push(sql`(v.id is not null and v.agent_id is null)`);
  else if (agent !== '') conditions.push(sql`v.agent_id = ${agent}`);
  if (label !== '') {
    conditions.push(sql`exists (
      select 1 from visitor_labels l where l.visitor_id = v.id and l.label_id = ${label}::uuid)`);
  }
  if (topic !== '') {
    conditions.push(sql`exists (
      select 1 from conversations k where k.visitor_id = v.id and k.topic_id = ${topic})`);
  }
  if (active !== '') {
    const isQuiet = active === 'quiet';
    const days = isQuiet ? QUIET_DAYS : Number(active);
    const since = new Date(clock.now().getTime() - days * DAY_MS).toISOString();
    conditions.push(sql`${updatedAt} ${isQuiet ? sql`<` : sql`>=`} ${since}::timestamptz`);
  }
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const HAS_ORDERED = sql`exists (
  select 1 from orders o where o.buyer_email = v.email and not o.is_test)`;

interface Row extends Record<string, unknown> {
  id: string;
  is_visitor: boolean;
  email: string | null;
  name: string | null;
  state: EntryState | null;
  language: Language | null;
  agent_name: string | null;
  agent_email: string | null;
  labels: LabelView[];
  conversations: string;
  ratings: string;
  average: string | null;
  updated_at: Date;
  created_at: Date;
  block_id: string | null;
  block_email: string | null;
  note: string;
  blocked_by: string | null;
  blocked_at: Date;
  attempt_count: number;
  last_attempt_at: Date | null;
}

async function readVisitors(
  db: Database,
  member: Member,
  found: readonly Found[],
  readFigures: ReadFigures,
) {
  if (found.length === 0) return [];
  const { rows } = await db.execute<Row>(sql`
    select page.id, v.id is not null as is_visitor, coalesce(v.email, b.email) as email,
      coalesce(v.name, c.visitor_name) as name, v.state, c.language,
      p.full_name as agent_name, p.email as agent_email, marks.labels, counts.*,
      coalesce(v.updated_at, b.last_attempt_at, b.created_at) as updated_at,
      coalesce(v.created_at, b.created_at) as created_at,
      b.id as block_id, b.email as block_email, b.note, blocker.full_name as blocked_by,
      b.created_at as blocked_at, b.attempt_count, b.last_attempt_at
    from unnest(${sql.param(found.map(({ id }) => id))}::uuid[]) as page(id)
    left join visitors v on v.id = page.id
    left join lateral (
      select * from visitor_blocks where email = v.email
      union all
      select * from visitor_blocks where v.id is null and id = page.id
    ) b on true
    left join lateral (
      select k.visitor_name, k.language from conversations k where k.visitor_id = v.id
      order by k.started_at desc limit 1
    ) c on true
    left join profiles p on p.id = v.agent_id
    left join profiles blocker on blocker.id = b.blocked_by
    cross join lateral (
      select coalesce(json_agg(
        json_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by lower(l.name)
      ), '[]') as labels
      from visitor_labels on_it join labels l on l.id = on_it.label_id where on_it.visitor_id = v.id
    ) marks
    cross join lateral (
      select count(*) as conversations, count(r.score) as ratings, avg(r.score) as average
      from conversations k left join conversation_ratings r on r.conversation_id = k.id
      where k.visitor_id = v.id
    ) counts`);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const figures = await readFigures(db, member, emails);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, position }) => {
    const row = byId.get(id);
    return row ? [{ ...toListed(row, figures), position }] : [];
  });
}

const NO_FIGURES: BuyerFigures = { companies: [], orderCount: 0, paid: [] };

function toListed(row: Row, figures: ReadonlyMap<string, BuyerFigures>): ListedVisitor {
  const { email, block_id: blockId, last_attempt_at: lastAttemptAt } = row;
  return {
    id: row.id,
    isVisitor: row.is_visitor,
    email,
    name: row.name,
    state: row.state,
    agent: row.agent_email === null ? null : displayName(row.agent_name, row.agent_email),
    labels: row.labels,
    conversationCount: Number(row.conversations),
    rating:
      row.average === null ? null : { average: Number(row.average), count: Number(row.ratings) },
    language: row.language,
    updatedAt: new Date(row.updated_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    block:
      blockId === null
        ? null
        : {
            id: blockId,
            email: row.block_email,
            note: row.note,
            blockedBy: row.blocked_by,
            createdAt: new Date(row.blocked_at).toISOString(),
            attemptCount: row.attempt_count,
            lastAttemptAt: lastAttemptAt && new Date(lastAttemptAt).toISOString(),
          },
    ...((email === null ? undefined : figures.get(email)) ?? NO_FIGURES),
  };
}
