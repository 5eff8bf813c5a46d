import type pg from 'pg';
import { OperatorError } from '../../app/platform/operator-error.ts';

/** The row counts and checksums of a table on both sides. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: string;
  readonly checksum: string;
  readonly copiedRows: string;
  readonly copiedChecksum: string;
}

interface Table {
  readonly name: string;
  /** Quoted column names, without generated columns. */
  readonly columns: string;
}

export class MoveRefusedError extends OperatorError {
  override readonly name = 'MoveRefusedError';
}

const ROWS_AT_ONCE = 500;

/**
 * Copies all tables of a migrated database into an empty one. The transaction commits only when the
 * row counts and checksums of each table agree.
 */
export async function copyTables(from: pg.Pool, to: pg.Pool): Promise<CopiedTable[]> {
  const source = await from.connect();
  const target = await to.connect();
  try {
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin');
    for (const client of [source, target]) {
      // Both sides must format times alike, and a large table takes longer than the statement
      // timeout.
      await client.query("set local timezone = 'UTC'; set local statement_timeout = 0");
    }
    const tables = await readTables(source);
    if (!sameTables(tables, await readTables(target))) {
      throw new MoveRefusedError('The two databases do not have the same tables.');
    }
    await refuseUnlessEmpty(target, tables);
    await setTriggers(target, 'disable');
    for (const table of tables) await copyTable(source, target, table);
    await setTriggers(target, 'enable');
    await advanceSequences(target);
    const copied: CopiedTable[] = [];
    for (const { name, columns } of tables) {
      const [before, after] = [
        await sumUp(source, name, columns),
        await sumUp(target, name, columns),
      ];
      copied.push({
        name,
        rows: before.rows,
        checksum: before.checksum,
        copiedRows: after.rows,
        copiedChecksum: after.checksum,
      });
    }
    const isSame = copied.every(
      (table) => table.rows === table.copiedRows && table.checksum === table.copiedChecksum,
    );
    await target.query(isSame ? 'commit' : 'rollback');
    return copied;
  } catch (error) {
    await target.query('rollback').catch(() => {});
    throw error;
  } finally {
    await source.query('rollback').catch(() => {});
    source.release();
    target.release();
  }
}

/** Lists all tables, each after the tables it refers to. */
async function readTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(c.relname) as name,
      string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ name: string; needs: string }>(`
    select quote_ident(c.relname) as name, quote_ident(r.relname) as needs
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> r.oid`);
  const sorted: Table[] = [];
  const rest = new Map(rows.map((table) => [table.name, table]));
  while (rest.size > 0) {
    const free = [...rest.values()].filter(
      ({ name }) => !references.some((each) => each.name === name && rest.has(each.needs)),
    );
    if (free.length === 0)
      throw new Error(`Circular references between tables: ${[...rest.keys()].join(', ')}`);
    for (const table of free) rest.delete(table.name);
    sorted.push(...free);
  }
  return sorted;
}

function sameTables(one: readonly Table[], other: readonly Table[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function refuseUnlessEmpty(target: pg.PoolClient, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    // The lock keeps others from writing into the empty table.
    await target.query(`lock table ${name} in share row exclusive mode`);
    const { rows } = await target.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0) {
      throw new MoveRefusedError(
        `The PostgreSQL database already holds data (table ${name}). ` +
          'Set DATABASE_URL to a new, empty database on which no server has been started.',
      );
    }
  }
}

/** These triggers write rows of other tables, which are copied anyway. 'user' is every trigger of the table. */
const FOLLOWED_BY_OTHERS = {
  visitors: 'user',
  conversations: 'user',
  conversation_ratings: 'user',
  orders: 'record_paid_revenue',
  milestones: 'record_paid_revenue',
  ledger: 'record_refunded_revenue',
} as const;

async function setTriggers(target: pg.PoolClient, to: 'disable' | 'enable'): Promise<void> {
  // A table whose deferred checks are still to come cannot be altered.
  await target.query('set constraints all immediate');
  for (const [name, trigger] of Object.entries(FOLLOWED_BY_OTHERS)) {
    await target.query(`alter table ${name} ${to} trigger ${trigger}`);
  }
  await target.query('set constraints all deferred');
}

/** The databases produce and parse the rows as JSON, which preserves every type exactly. */
async function copyTable(
  source: pg.PoolClient,
  target: pg.PoolClient,
  { name, columns }: Table,
): Promise<void> {
  await source.query(`declare moved no scroll cursor for
    select row_to_json(each)::text as row from (select ${columns} from ${name}) each`);
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from moved`);
    if (rows.length === 0) break;
    await target.query(
      `insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, $1)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
  }
  await source.query('close moved');
}

async function advanceSequences(target: pg.PoolClient): Promise<void> {
  const { rows } = await target.query<{ sequence: string; table: string; column: string }>(`
    select s.oid::regclass::text as sequence, quote_ident(c.relname) as table,
      quote_ident(a.attname) as column
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and c.relnamespace = 'public'::regnamespace`);
  for (const { sequence, table, column } of rows) {
    await target.query(
      `select setval('${sequence}', max(${column})) from ${table} having max(${column}) is not null`,
    );
  }
}

/** Sums the digests of the rows, which does not depend on their order. */
async function sumUp(
  client: pg.PoolClient,
  name: string,
  columns: string,
): Promise<{ rows: string; checksum: string }> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(`
    select count(*)::text as rows, coalesce(sum(
      ('x' || substr(md5(row_to_json(each)::text), 1, 15))::bit(60)::bigint::numeric
    ), 0)::text as checksum
    from (select ${columns} from ${name}) each`);
  return rows[0] ?? { rows: '0', checksum: '0' };
}
