import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { t } from '../../i18n/translate.ts';
import { writeCsvRows, writeCsv, type CsvCell } from '../csv.ts';
import type { Database } from '../db/database.server.ts';
import { RefusedError } from '../errors.ts';
import { field } from '../fields.ts';
import {
  COUNTED_TO,
  defaultColumns,
  firstPage,
  type ColumnOf,
  type ListOrder,
  type ListShape,
  type ListState,
  type SortOf,
} from './list-state.ts';

// Nothing in this file checks access: the condition of a list does.

export const ROWS_PER_PAGE = 50;
/** Exports with more rows are refused. */
export const EXPORT_AT_MOST = 50_000;
const EXPORT_BATCH = 500;

/** How a cursor writes and checks a value, which PostgreSQL would otherwise refuse with an error. */
const KINDS = {
  text: { check: (text: string) => !text.includes('\0'), write: asText },
  int: { check: (text: string) => /^-?\d{1,9}$/.test(text), write: asText },
  bigint: { check: (text: string) => /^-?\d{1,18}$/.test(text), write: asText },
  uuid: { check: (text: string) => v.is(v.pipe(v.string(), v.uuid()), text), write: asText },
  timestamptz: {
    check: isInstant,
    write: (value: SQLWrapper) =>
      sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
} as const;

/** JavaScript also reads February 30, which PostgreSQL refuses, and the year 0. */
function isInstant(text: string): boolean {
  const [, toMilliseconds] =
    /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z$/.exec(text) ?? [];
  const at = new Date(`${toMilliseconds}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString() === `${toMilliseconds}Z`;
}

function asText(value: SQLWrapper): SQL {
  return sql`(${value})::text`;
}

/** A value by which rows are sorted. It is never null. */
interface SortKey {
  readonly value: SQLWrapper;
  readonly kind: keyof typeof KINDS;
}

/** The orders of a list. The unique `id` orders rows whose value is equal. */
export interface Keyset<Sort extends string> {
  readonly keys: Readonly<Record<Sort, SortKey>>;
  readonly id: SortKey;
}

/** The parts of the query that depend on the order. `position` is a column of the selection. */
export interface Slice {
  readonly where: SQL | undefined;
  readonly orderBy: SQL[];
  readonly limit: number;
  readonly position: SQL<string>;
}

interface Positioned {
  readonly position: string;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The cursors of the neighbouring pages, or ''. */
  readonly previous: string;
  readonly next: string;
}

/**
 * Reads one page. A cursor, unlike an offset, skips and repeats nothing while rows are added. A cursor of another order,
 * or one that somebody made up, begins at the first page.
 */
export async function readListPage<Sort extends string, Row extends Positioned>(
  keyset: Keyset<Sort>,
  order: ListOrder<Sort>,
  perPage: number,
  read: (slice: Slice) => Promise<readonly Row[]>,
): Promise<ListPage<Row>> {
  const cursorOf = (row: Row | undefined) => (row ? writeCursor(order.sort, row) : '');
  const before = readCursor(keyset, order.sort, order.before);
  if (before) {
    const rows = await read(sliceOf(keyset, order, !order.isDescending, before, perPage + 1));
    // A page with fewer rows in front of it is the first one.
    if (rows.length > perPage) {
      const shown = rows.slice(0, perPage).toReversed();
      return { rows: shown, previous: cursorOf(shown[0]), next: cursorOf(shown.at(-1)) };
    }
  }
  const after = readCursor(keyset, order.sort, order.after);
  const rows = await read(sliceOf(keyset, order, order.isDescending, after, perPage + 1));
  const shown = rows.slice(0, perPage);
  return {
    rows: shown,
    previous: after ? cursorOf(shown[0]) : '',
    next: rows.length > perPage ? cursorOf(shown.at(-1)) : '',
  };
}

/** Reads one page, and counts the rows of all pages with `count`, unless the first page has all of them. */
export async function readCountedPage<Sort extends string, Row extends Positioned>(
  keyset: Keyset<Sort>,
  order: ListOrder<Sort>,
  read: (slice: Slice) => Promise<readonly Row[]>,
  count: (limit: number) => Promise<number>,
  perPage = ROWS_PER_PAGE,
): Promise<ListPage<Row> & { readonly count: number }> {
  const page = await readListPage(keyset, order, perPage, read);
  const isWhole = order.after === '' && order.before === '' && page.next === '';
  return { ...page, count: isWhole ? page.rows.length : await count(COUNTED_TO + 1) };
}

/** Counts rows up to a limit. */
export function countUpTo(
  db: Database,
  limit: number,
  table: PgTable,
  where: SQL | undefined,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit);
  return db.$count(found.as('found'));
}

/** False if the cursor belongs to another order or is none. */
export function isCursorOf<Sort extends string>(
  keyset: Keyset<Sort>,
  sort: Sort,
  cursor: string,
): boolean {
  return readCursor(keyset, sort, cursor) !== undefined;
}

type Position = readonly [value: string, id: string];

function sliceOf<Sort extends string>(
  { keys, id }: Keyset<Sort>,
  { sort }: ListOrder<Sort>,
  isDescending: boolean,
  behind: Position | undefined,
  limit: number,
): Slice {
  const { value, kind } = keys[sort];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const than = isDescending ? sql`<` : sql`>`;
  const position = behind && [cast(behind[0], kind), cast(behind[1], id.kind)];
  return {
    where: position && sql`(${value}, ${id.value}) ${than} (${position[0]}, ${position[1]})`,
    orderBy: [sql`${value} ${direction}`, sql`${id.value} ${direction}`],
    limit,
    position: sql<string>`${KINDS[id.kind].write(id.value)} || ' ' || ${KINDS[kind].write(value)}`,
  };
}

const cast = (text: string, kind: keyof typeof KINDS) => sql`${text}::${sql.raw(kind)}`;

function writeCursor(sort: string, { position }: Positioned): string {
  return Buffer.from(`${sort} ${position}`).toString('base64url');
}

function readCursor<Sort extends string>(
  { keys, id }: Keyset<Sort>,
  sort: Sort,
  cursor: string,
): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, name, of = '', value = ''] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? [];
  const isValid = name === sort && KINDS[id.kind].check(of) && KINDS[keys[sort].kind].check(value);
  return isValid ? [value, of] : undefined;
}

/** The cells of a column in a file, by their headings. */
export type CsvColumns<List extends ListShape, Row> = Readonly<
  Record<ColumnOf<List>, Readonly<Record<string, (row: Row) => CsvCell>>>
>;

/** Writes the shown columns of all rows. Throws {@link RefusedError} 400 for too many rows. */
export async function exportList<List extends ListShape, Row>(
  list: List,
  cells: CsvColumns<List, Row>,
  keyset: Keyset<SortOf<List>>,
  state: ListState<List>,
  read: (slice: Slice) => Promise<readonly (NoInfer<Row> & Positioned)[]>,
): Promise<{ readonly body: string; readonly rows: number }> {
  const columns = state.columns ?? defaultColumns(list);
  const fields = columns.flatMap((name) => Object.entries(cells[name]));
  let body = writeCsv([fields.map(([head]) => head)]);
  const rows = await eachBatch(keyset, state, read, (batch) => {
    body += writeCsvRows(batch.map((row) => fields.map(([, cellOf]) => cellOf(row))));
  });
  return { body, rows };
}

/** Reads all rows in batches: thousands at once would fill the memory. Returns their number. */
export async function eachBatch<Sort extends string, Row extends Positioned>(
  keyset: Keyset<Sort>,
  order: ListOrder<Sort>,
  read: (slice: Slice) => Promise<readonly Row[]>,
  use: (rows: readonly Row[]) => void,
  batchSize = EXPORT_BATCH,
): Promise<number> {
  let count = 0;
  let after = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- each batch begins behind the last one
    const page = await readListPage(keyset, { ...order, ...firstPage, after }, batchSize, read);
    count += page.rows.length;
    if (count > EXPORT_AT_MOST) {
      throw new RefusedError(
        400,
        t('There are too many rows for one file. Use a filter to narrow them down.'),
      );
    }
    use(page.rows);
    after = page.next;
  } while (after !== '');
  return count;
}

/** The form of an export: the parameters of the list's address. */
export function listForm(list: ListShape) {
  const names = [...Object.keys(list.filters), 'sort', 'columns'];
  return v.object(Object.fromEntries(names.map((name) => [name, field(600)])));
}

/** The pattern of a search for a part of a text. */
export function partPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
