import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { OpenDatabase } from '../../../app/platform/db/database.server.ts';
import { copyMigrationsUpTo } from '../../support/old-migrations.ts';

/** The newest migration of 0.1.0 (docs/decisions/078-what-0-1-0-was.md). */
const NEWEST = 54;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The sign-in, cookie, file and addresses with which the shop that 0.1.0 left is opened. */
export interface OldShop {
  readonly admin: { readonly email: string; readonly password: string };
  readonly visitor: { readonly cookie: string; readonly conversation: string };
  /** The file of a message, with its place in the folder of stored files. */
  readonly file: { readonly id: string; readonly path: string; readonly text: string };
  /** Secrets of the orders' pages. */
  readonly orders: readonly { readonly number: number; readonly secret: string }[];
}

interface Head extends OldShop {
  readonly madeAt: string;
  readonly sequences: readonly { readonly name: string; readonly last: number }[];
}

/**
 * Fills an empty database with the rows that a server of 0.1.0 stored: its demo, a chat with a
 * file, a published and an unpublished change of the catalogue. All times move by whole days to
 * the present, because scheduled jobs would soon delete or complete what is old.
 */
export async function loadOldShop(
  { pool }: OpenDatabase,
  cleanUp: (() => unknown)[],
): Promise<OldShop> {
  await migrate(drizzle(pool), { migrationsFolder: copyMigrationsUpTo(NEWEST, cleanUp) });
  const zipped = readFileSync(new URL('rows.txt.gz', import.meta.url));
  const [first = '', ...lines] = gunzipSync(zipped).toString('utf8').trimEnd().split('\n');
  const head = JSON.parse(first) as Head;
  // The rows refer to each other, and the references were checked when they were stored.
  await pool.query('set session_replication_role = replica');
  const rows = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(' ')));
  for (const [table, texts] of rows) {
    const columns = await columnsOf(pool, table);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const all = `[${texts.map((text) => text.slice(table.length + 1)).join(',')}]`;
    await pool.query(
      `insert into ${table} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [all],
    );
  }
  await moveTimes({ pool }, Math.floor((Date.now() - Date.parse(head.madeAt)) / DAY_MS));
  await pool.query('set session_replication_role = origin');
  for (const { name, last } of head.sequences) {
    await pool.query(`select setval('public.${name}', $1)`, [last]);
  }
  return head;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

async function columnsOf(pool: OpenDatabase['pool'], table: string): Promise<readonly Column[]> {
  const { rows } = await pool.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows;
}

async function moveTimes({ pool }: Pick<OpenDatabase, 'pool'>, days: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const times = (await columnsOf(pool, name)).filter(({ type }) =>
      ['date', 'timestamp with time zone'].includes(type),
    );
    if (times.length === 0) continue;
    const moved = times.map(({ name: column, type }) =>
      type === 'date'
        ? `"${column}" = "${column}" + ${days}`
        : `"${column}" = "${column}" + interval '${days} days'`,
    );
    await pool.query(`update ${name} set ${moved.join(', ')}`);
  }
}
