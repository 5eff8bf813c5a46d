import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { CONTROL_FILE } from '../db/check-cluster.server.ts';
import { listCluster } from '../db/cluster-files.server.ts';
import { appliedMigration } from '../db/migrate.server.ts';
import { holdCheckpoints } from '../db/upkeep.server.ts';
import { TAR_END, tarFile, tarHeader, tarPadding } from '../tar.ts';
import type { BackupEntry, BackupPart } from './backup-part.ts';
import { MANIFEST, type Manifest } from './manifest.ts';

const CHUNK = 512 * 1024;

/** {@link archiveOf}, compressed. Whoever stops reading must destroy the stream. */
export function makeBackup(pool: pg.Pool, dataDir: string, beside?: BackupPart): Readable {
  const archive = Readable.from(archiveOf(pool, dataDir, beside), { objectMode: false });
  // Destroys one when the other ends; what went wrong is told by the stream that is returned.
  return pipeline(archive, createGzip(), () => {});
}

/**
 * The embedded database of a data folder as a tar archive, made while the database goes on working: PostgreSQL's own online backup. Files are copied as they change; the log written
 * meanwhile is added, and replaying it makes of them the database of the moment the copying ended.
 * Only the first and the last step stop the process for a moment; memory stays at one chunk.
 */
async function* archiveOf(
  pool: pg.Pool,
  dataDir: string,
  beside: BackupPart | undefined,
): AsyncGenerator<Buffer> {
  // A checkpoint would let go of the log that the copies need.
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
    // Last, as PostgreSQL asks: it must not be older than what it speaks of.
    yield* file(join(cluster, CONTROL_FILE), `db/${CONTROL_FILE}`, counted);
  } finally {
    // Also when nobody wants the rest: the database would go on writing whole pages.
    stopped = await stop(pool);
  }
  yield* text('db/backup_label', stopped.label, counted);
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    if (name < stopped.firstLog || name > stopped.lastLog || name.length !== 24) continue;
    yield* file(join(cluster, 'pg_wal', name), `db/pg_wal/${name}`, counted);
  }
  // After the rows: each file that one of them names was there before its row.
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

interface Stopped {
  readonly at: string;
  readonly label: string;
  readonly firstLog: string;
  readonly lastLog: string;
  readonly migration: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** Ends the copying. The one connection is held meanwhile, so that the counts are of this moment. */
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
    if (!row || !firstLog) throw new Error('The database did not say which log the backup needs');
    const at = new Date().toISOString();
    return { at, label: row.labelfile, firstLog, lastLog: row.last, migration, rows };
  } finally {
    client.release();
  }
}

/** Rows of each table; a restored database must have as many. */
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
 * A file as long as it was when its turn came: the log has what was added after that. One that
 * was cut meanwhile is filled up, one that vanished is left out; the log knows of both.
 */
async function* file(
  path: string,
  name: string,
  counted: { files: number },
): AsyncGenerator<Buffer> {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return;
  if (info.size <= CHUNK) {
    // Read at once: a thousand small files, each waiting its turn behind queries, took a minute.
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

/** What is gone meanwhile, no row of the backup names. */
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
  if (missing !== 0) throw new Error(`The file ${name} is not as long as it was`);
  yield tarPadding(size);
}

function* text(name: string, content: string, counted: { files: number }): Generator<Buffer> {
  counted.files += 1;
  yield tarFile(name, Buffer.from(content));
}
