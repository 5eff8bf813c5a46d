import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { appliedMigration } from '../db/migrate.server.ts';
import { holdCheckpoints } from '../db/upkeep.server.ts';
import { TAR_END, tarFile, tarHeader, tarPadding } from '../tar.ts';
import { type BackupEntry, type BackupPart, MANIFEST, type Manifest } from './manifest.ts';

const CHUNK = 512 * 1024;

const CONTROL_FILE = 'global/pg_control';

/** Files that a start recreates; pg_basebackup excludes them too. */
const LEFT_OUT =
  /^pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)\/|^postmaster\.\w+$|^backup_label(?:\.old)?$|\/pg_internal\.init|(?:^|\/)pgsql_tmp/;

/** {@link archiveOf}, compressed. A caller that stops reading must destroy the stream. */
export function makeBackup(pool: pg.Pool, dataDir: string, beside?: BackupPart): Readable {
  const archive = Readable.from(archiveOf(pool, dataDir, beside), { objectMode: false });
  // `pipeline` destroys one stream when the other ends; the returned stream reports the error.
  return pipeline(archive, createGzip(), () => {});
}

/**
 * Archives the embedded database as tar by PostgreSQL's online backup. Files are copied while they
 * change; replaying the log written meanwhile makes them consistent. Only the first and the last
 * step block the process, and memory use stays at one chunk.
 */
async function* archiveOf(
  pool: pg.Pool,
  dataDir: string,
  beside: BackupPart | undefined,
): AsyncGenerator<Buffer> {
  // A checkpoint would remove log segments that the copies need.
  const letGo = holdCheckpoints(pool);
  const letGoBeside = beside?.hold();
  try {
    yield* archive(pool, dataDir, beside);
  } finally {
    letGoBeside?.();
    letGo();
  }
}

async function* archive(
  pool: pg.Pool,
  dataDir: string,
  beside: BackupPart | undefined,
): AsyncGenerator<Buffer> {
  const cluster = join(dataDir, 'db');
  const startedAt = new Date().toISOString();
  const counted = { files: 0 };
  await pool.query("select pg_backup_start('embarka', true)");
  let stopped: Stopped | undefined;
  try {
    const { folders, files } = await listCluster(cluster);
    for (const folder of folders) yield tarHeader({ name: `db/${folder}` });
    for (const name of files) yield* file(join(cluster, name), `db/${name}`, counted);
    // PostgreSQL requires the control file to be copied last.
    yield* file(join(cluster, CONTROL_FILE), `db/${CONTROL_FILE}`, counted);
  } finally {
    // The backup must be stopped even when the reader gives up: until then, the database writes
    // full pages.
    stopped = await stop(pool);
  }
  yield* text('db/backup_label', stopped.label, counted);
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    if (name < stopped.firstLog || name > stopped.lastLog || name.length !== 24) continue;
    yield* file(join(cluster, 'pg_wal', name), `db/pg_wal/${name}`, counted);
  }
  // The files follow the rows: each file existed before the row that refers to it.
  if (beside) for await (const entry of beside.entries()) yield* besides(entry, counted);
  const manifest: Manifest = {
    format: 1,
    startedAt,
    finishedAt: stopped.at,
    migration: stopped.migration,
    rows: stopped.rows,
    files: counted.files,
  };
  yield* text(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`, { files: 0 });
  yield TAR_END;
}

/** Lists the contents of the database's folder without the log and the control file. */
async function listCluster(
  cluster: string,
): Promise<{ readonly folders: readonly string[]; readonly files: readonly string[] }> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const named = entries.map((dirEntry) => ({
    entry: dirEntry,
    name: join(dirEntry.parentPath, dirEntry.name)
      .slice(cluster.length + 1)
      .replaceAll('\\', '/'),
  }));
  return {
    folders: named.filter(({ entry: dirEntry }) => dirEntry.isDirectory()).map(({ name }) => name),
    files: named
      .filter(({ entry: dirEntry, name }) => dirEntry.isFile() && name !== CONTROL_FILE)
      .filter(({ name }) => !LEFT_OUT.test(name))
      .map(({ name }) => name),
  };
}

interface Stopped {
  readonly at: string;
  readonly label: string;
  readonly firstLog: string;
  readonly lastLog: string;
  readonly migration: number;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Ends the backup. It holds the only connection meanwhile, so that the row counts belong to the
 * same moment.
 */
async function stop(pool: pg.Pool): Promise<Stopped> {
  const migration = (await appliedMigration(pool)) ?? 0;
  const client = await pool.connect();
  try {
    const rows = await countRows(client);
    const result = await client.query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const [row] = result.rows;
    const firstLog = /\(file ([0-9A-F]{24})\)/.exec(row?.labelfile ?? '')?.[1];
    if (!row || !firstLog)
      throw new Error('PostgreSQL did not return the log segment that the backup needs');
    const at = new Date().toISOString();
    return { at, label: row.labelfile, firstLog, lastLog: row.last, migration, rows };
  } finally {
    client.release();
  }
}

/** Counts the rows of each table, to compare a restored database with the original. */
export async function countRows(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Record<string, number>> {
  const tables = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const counted = await client.query<{ count: string }>(`select count(*) from public.${name}`);
    rows[name] = Number(counted.rows[0]?.count);
  }
  return rows;
}

/**
 * Copies a file at the length that it has now; the log contains later additions. A file truncated
 * meanwhile is padded and a deleted file is skipped, because the log contains both changes.
 */
async function* file(
  path: string,
  name: string,
  counted: { files: number },
): AsyncGenerator<Buffer> {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return;
  if (info.size <= CHUNK) {
    // Small files are read synchronously: a thousand asynchronous reads that wait behind queries
    // took a minute.
    const bytes = readFileSync(path);
    counted.files += 1;
    yield tarFile(name, bytes);
    return;
  }
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    counted.files += 1;
    yield tarHeader({ name, size });
    let missing = size;
    const { fd } = handle;
    const range = { fd, autoClose: false, start: 0, end: size - 1, highWaterMark: CHUNK };
    for await (const chunk of createReadStream(path, range)) {
      missing -= (chunk as Buffer).byteLength;
      yield chunk as Buffer;
    }
    for (; missing > 0; missing -= Math.min(missing, CHUNK)) {
      yield Buffer.alloc(Math.min(missing, CHUNK));
    }
    yield tarPadding(size);
  } finally {
    await handle.close();
  }
}

/** A file that was deleted meanwhile is not referenced by any row of the backup. */
async function* besides(
  { name, size, open: begin }: BackupEntry,
  counted: { files: number },
): AsyncGenerator<Buffer> {
  const stream = await begin();
  if (!stream) return;
  counted.files += 1;
  yield tarHeader({ name: `files/${name}`, size });
  let missing = size;
  for await (const chunk of stream) {
    missing -= (chunk as Buffer).byteLength;
    yield chunk as Buffer;
  }
  if (missing !== 0) throw new Error(`The size of the file ${name} changed during the backup`);
  yield tarPadding(size);
}

function* text(name: string, content: string, counted: { files: number }): Generator<Buffer> {
  counted.files += 1;
  yield tarFile(name, Buffer.from(content));
}
