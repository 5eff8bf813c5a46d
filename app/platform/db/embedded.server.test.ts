import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState, type OpenDatabase } from './database.server.ts';
import { openEmbedded, openInMemory } from './embedded.server.ts';
import { FolderInUseError } from './folder-lock.server.ts';

const notes = pgTable('notes', { id: integer('id').primaryKey() });

const KILLED_AFTER = 20;

/** Preloaded into each thread: writes one byte to a file for each sync. */
const COUNTER = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const counted = fs.openSync(process.env.COUNT_SYNCS, 'a');
  const { fdatasyncSync } = fs;
  fs.fdatasyncSync = (fd) => { fs.writeSync(counted, '.'); fdatasyncSync(fd); };
  syncBuiltinESMExports();`;

/**
 * Creates the database, inserts one row after the other, and reports each with the number of syncs
 * so far.
 */
const WRITER = `
  import fs from 'node:fs';
  const { openEmbedded } = await import(process.argv[1]);
  const { pool } = await openEmbedded(process.argv[2]);
  await pool.query('create table notes (id integer primary key)');
  for (let id = 1; ; id += 1) {
    await pool.query('insert into notes values ($1)', [id]);
    const syncs = fs.statSync(process.env.COUNT_SYNCS).size;
    fs.writeSync(1, JSON.stringify({ id, syncs }) + '\\n');
  }`;

interface Report {
  readonly id: number;
  readonly syncs: number;
}

/** Runs the writer until some rows are acknowledged, and kills it. */
async function writeUntilKilled(folder: string): Promise<Report[]> {
  const module = new URL('./embedded.server.ts', import.meta.url).href;
  const counter = `data:text/javascript,${encodeURIComponent(COUNTER)}`;
  const child = spawn(process.execPath, ['-e', WRITER, module, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${counter}`,
      COUNT_SYNCS: join(folder, '..', 'syncs'),
    },
  });
  const ended = once(child, 'exit');
  const reports: Report[] = [];
  for await (const line of createInterface(child.stdout)) {
    reports.push(JSON.parse(line) as Report);
    if (reports.length === KILLED_AFTER) child.kill('SIGKILL');
  }
  await ended;
  return reports;
}

describe('a data folder', () => {
  let root: string;
  let folder: string;
  let reports: Report[] = [];
  let reopened: OpenDatabase | undefined;

  // Creating a database takes seconds, so all tests share one folder.
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'embarka-embedded-'));
    folder = join(root, 'data');
    mkdirSync(join(folder, 'db.unfinished'), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'db.unfinished', 'PG_VERSION'), 'left by a crash');
    reports = await writeUntilKilled(folder);
    reopened = await openEmbedded(folder);
  }, 180_000);

  afterAll(async () => {
    await reopened?.close();
    rmSync(root, { recursive: true, force: true });
  });

  test('is made anew although an unfinished one was left there by a crash', () => {
    expect(reports[0]?.id).toBe(1);
    expect(existsSync(join(folder, 'db.unfinished'))).toBe(false);
  });

  test('is closed to everybody else, although it was open before', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('still has every row that was acknowledged before its process was killed', async () => {
    expect(reports.length).toBeGreaterThanOrEqual(KILLED_AFTER);
    const rows = (await reopened?.db.select().from(notes).orderBy(notes.id)) ?? [];
    const acknowledged = reports.map(({ id }) => id);
    expect(rows.map(({ id }) => id).slice(0, acknowledged.length)).toEqual(acknowledged);
    // At most the row in flight when the process was killed.
    expect(rows.length).toBeLessThanOrEqual(acknowledged.length + 1);
  });

  test('has each commit on the disk before it is acknowledged', () => {
    const syncsOfEach = reports.slice(1).map(({ syncs }, index) => syncs - reports[index]!.syncs);
    expect(Math.min(...syncsOfEach)).toBeGreaterThanOrEqual(1);
  });

  test('is known when it is opened again, and open only once', async () => {
    expect(reopened).toMatchObject({ engine: 'embedded' });
    await expect(openEmbedded(folder)).rejects.toThrow(FolderInUseError);
  });
});

describe('the one connection', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openInMemory();
    await open.pool.query('create table notes (id integer primary key)');
  });

  afterAll(() => open.close());

  test('serves a transaction and the queries beside it without a deadlock', async () => {
    const { db } = open;
    const transaction = db.transaction(async (tx) => {
      await tx.insert(notes).values({ id: 1 });
      // Returned instead of awaited: awaiting it here would be a deadlock with this transaction.
      const beside = db.select().from(notes).execute();
      await tx.insert(notes).values({ id: 2 });
      return { beside };
    });
    const [{ beside }, rows, others] = await Promise.all([
      transaction,
      db.select().from(notes),
      db.transaction((tx) => tx.select().from(notes)),
    ]);
    expect(await beside).toHaveLength(2);
    expect([rows.length, others.length]).toEqual([2, 2]);
  });

  test('is usable after a transaction that failed, which left nothing behind', async () => {
    const { db } = open;
    const failed = db.transaction(async (tx) => {
      await tx.insert(notes).values({ id: 77 });
      await tx.insert(notes).values({ id: 77 });
    });
    const state = await failed.catch(sqlState);
    expect(state).toBe('23505');
    expect((await db.select().from(notes)).some(({ id }) => id === 77)).toBe(false);
  });

  test('is usable after statements that failed outside a transaction, many of them at once', async () => {
    await open.db.insert(notes).values({ id: 70 });
    for (let round = 0; round < 5; round += 1) {
      const repeats = Array.from({ length: 5 }, () => open.db.insert(notes).values({ id: 70 }));
      const between = open.db.select().from(notes);
      const outcomes = await Promise.allSettled(repeats);
      expect(outcomes.map((one) => one.status === 'rejected' && sqlState(one.reason))).toEqual(
        Array.from({ length: 5 }, () => '23505'),
      );
      expect((await between).length).toBeGreaterThan(0);
    }
  });

  test('leaves timers and sockets their turns while 200 queries are queued', async () => {
    let isDone = false;
    let turns = 0;
    const tick = () => {
      turns += 1;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    await Promise.all(
      Array.from({ length: 200 }, () => open.pool.query('select count(*) from pg_class')),
    );
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(200);
  });

  test('leaves them also between statements that were prepared before', async () => {
    const ask = () => open.pool.query({ name: 'count', text: 'select count(*) from notes' });
    await ask();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1));
    await Promise.all(Array.from({ length: 500 }, ask));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(5);
  });

  test('leaves them also while one statement takes long', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    await open.pool.query('select pg_sleep(0.5)');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  test('gives a client the answers to its own questions alone', async () => {
    const gone = await open.pool.connect();
    const unheard = gone.query("select pg_sleep(0.1), 'gone' as said").catch(() => undefined);
    gone.release(true);
    const { rows } = await open.pool.query<{ said: string }>("select 'here' as said");
    await unheard;
    expect(rows).toEqual([{ said: 'here' }]);
  });

  test('prepares a statement anew when its client was replaced', async () => {
    const ask = () => open.pool.query({ name: 'one', text: 'select 1 as one' });
    await ask();
    (await open.pool.connect()).release(true);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  });

  test('gives counts as text, as the driver of a PostgreSQL server does', async () => {
    const { rows } = await open.pool.query('select count(*) as count, true as yes from notes');
    expect(rows).toEqual([{ count: expect.any(String), yes: true }]);
  });
});

test('an error that did not come from the database has no SQLSTATE', () => {
  expect(sqlState(new Error('other', { cause: { code: 7 } }))).toBeUndefined();
  expect(sqlState('text')).toBeUndefined();
});

test('after a query that failed each of the next ones gets its own answer', async () => {
  const database = await openInMemory();
  const { pool } = database;
  await pool.query('create table once (id integer primary key)');
  const insert = (id: number) => pool.query('insert into once values ($1)', [id]);
  await insert(1);
  const outcomes = await Promise.allSettled([
    insert(1),
    insert(2),
    pool.query('select $1::int / 0', [1]),
    pool.query<{ five: number }>('select 5 as five'),
    insert(3),
    pool.query<{ ids: number[] }>('select array_agg(id order by id) as ids from once'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(outcomes[3]).toMatchObject({ value: { rows: [{ five: 5 }] } });
  expect(outcomes[5]).toMatchObject({ value: { rows: [{ ids: [1, 2, 3] }] } });
  await database.close();
});
