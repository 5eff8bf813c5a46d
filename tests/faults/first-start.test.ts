import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { createAuth } from '../../app/accounts/server/sign-in/auth.server.ts';
import { signIn } from '../../app/accounts/server/sessions/sign-in.server.ts';
import { openScratchDatabase } from '../support/database.ts';
import { launch, type Launched } from '../support/launch.ts';
import { freePort } from '../support/server.ts';
import { NOBODY, teamServices, TEST_ORIGIN } from '../support/team.ts';
import { random } from '../support/seed.ts';

const { FAULT_KILLS = '10', TEST_DATABASE_URL } = process.env;
/** Each kill costs two first starts: `npm test` tries three moments, `--kills 25` and more all of them. */
const RANDOM_KILLS = Math.floor(Number(FAULT_KILLS) / 25);
const ADMIN = 'henrik.dahl@embarka.example';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-first-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

/** Starts the product on a folder, and ends it when the test is over. */
async function start(env: NodeJS.ProcessEnv): Promise<Launched> {
  const launched = launch({ PORT: String(await freePort()), ...env });
  cleanUp.push(launched.end);
  return launched;
}

const passwordIn = (said: string) => new RegExp(`${ADMIN} +(\\S+)`).exec(said)?.[1];

/** Everything a first start makes is there, and the printed line opens it. */
async function expectWhole({ db, pool }: OpenDatabase, said: string): Promise<void> {
  const { rows } = await pool.query<Record<string, number>>(`
    select (select count(*)::int from profiles) people,
      (select count(*)::int from service_reviews) reviews,
      (select count(*)::int from conversations) conversations,
      (select count(*)::int from notification_settings) digests`);
  expect(rows[0]?.people).toBe(6);
  for (const count of Object.values(rows[0] ?? {})) expect(count).toBeGreaterThan(0);
  const password = passwordIn(said) ?? '';
  // The product's own slow hash: those of other tests are quick, and know nothing of its passwords.
  const auth = createAuth(db, {
    origin: TEST_ORIGIN,
    secret: 'of at least 32 characters, as it asks',
  });
  const services = { ...teamServices(db), auth };
  await signIn(db, services, NOBODY, new Headers(), { email: ADMIN, password });
}

/**
 * What a first start of the embedded database comes to, in this order. Each is also true of what
 * comes later, so that a test that looked too late waits for nothing.
 */
const MOMENTS: Record<string, (folder: string) => boolean> = {
  'begins the database': (folder) => isThere(folder, 'db.unfinished', 'db'),
  'unpacks the database': (folder) => isThere(folder, 'db.unfinished/PG_VERSION', 'db'),
  'fills the database': (folder) => isThere(folder, 'db.unfinished/global/pg_internal.init', 'db'),
  'has given it its name': (folder) => isThere(folder, 'db'),
  'writes down what it is': (folder) =>
    isThere(folder, 'installation.json.unfinished', 'installation.json'),
  'listens for commands': (folder) => isThere(folder, 'control.sock'),
};
const TELLING = ['unpacks the database', 'fills the database', 'has given it its name'];

const isThere = (folder: string, ...names: string[]) =>
  names.some((name) => existsSync(join(folder, name)));

/**
 * Starts on this folder and kills the start. Where that leaves a database the demo is in it,
 * whatever a next start does: returns how many reviews it has, undefined where there is none.
 */
async function killStart(folder: string, wait: () => Promise<unknown>) {
  const first = await start({ DATA_DIR: folder });
  await wait();
  await first.end();
  return isThere(folder, 'db') ? countReviews(folder) : undefined;
}

const killWhen = (folder: string, isReached: (folder: string) => boolean) =>
  killStart(folder, () => vi.waitUntil(() => isReached(folder), { interval: 1, timeout: 300_000 }));

async function countReviews(folder: string): Promise<number | undefined> {
  const database = await openEmbedded(folder);
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int from service_reviews',
  );
  await database.close();
  return rows[0]?.count;
}

/** Checks what the next start makes of it; returns what is left unfinished. */
async function finish(folder: string): Promise<readonly string[]> {
  const next = await start({ DATA_DIR: folder });
  await next.ready();
  await next.end();
  const database = await openEmbedded(folder);
  cleanUp.push(() => database.close());
  await expectWhole(database, next.output.said);
  return readdirSync(folder).filter((name) => name.includes('unfinished'));
}

test('a first start that is killed again and again, each time later, leaves nothing or everything', async () => {
  const folder = newFolder();
  for (const moment of TELLING) expect(await killWhen(folder, MOMENTS[moment]!)).not.toBe(0);
  expect(await finish(folder)).toEqual([]);
});

for (const [moment, isReached] of RANDOM_KILLS > 0 ? Object.entries(MOMENTS) : []) {
  test(`a first start that is killed when it ${moment} leaves nothing or everything`, async () => {
    const folder = newFolder();
    expect(await killWhen(folder, isReached)).not.toBe(0);
    expect(await finish(folder)).toEqual([]);
  });
}

test.runIf(RANDOM_KILLS > 0)(
  'a first start that is killed at any moment leaves nothing or everything',
  async () => {
    for (let count = 0; count < RANDOM_KILLS; count += 1) {
      const folder = newFolder();
      const left = await killStart(folder, () => setTimeout(300 + random.next() * 5000));
      expect(left).not.toBe(0);
      expect(await finish(folder)).toEqual([]);
    }
  },
);

test('a port that is taken ends the start with one sentence, before anything is written', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  cleanUp.push(() => holder.close());
  const { port } = holder.address() as { port: number };
  const folder = newFolder();
  const { output, ended } = await start({ DATA_DIR: folder, PORT: String(port) });
  expect(await ended).toBe(1);
  expect(output.complained).toBe(
    `Embarka cannot start.\nPort ${port} of 127.0.0.1 is in use by another program: ` +
      'stop that program, or set PORT to a free port.\n',
  );
  expect(existsSync(folder)).toBe(false);
});

test('of two starts at the same instant on one folder one wins, the other says one sentence', async () => {
  const folder = newFolder();
  const both = [await start({ DATA_DIR: folder }), await start({ DATA_DIR: folder })];
  const code = await Promise.race(both.map(({ ended }) => ended));
  expect(code).toBe(1);
  const complaints = both.map(({ output }) => output.complained).filter((said) => said !== '');
  expect(complaints).toEqual([
    expect.stringMatching(/^Embarka cannot start\.\n.* is already in use by process .*\n$/),
  ]);
  const winner = both.find(({ output }) => output.complained === '');
  await winner?.ready();
  await winner?.end();
  const database = await openEmbedded(folder);
  cleanUp.push(() => database.close());
  await expectWhole(database, winner?.output.said ?? '');
});

const POSTGRES = TEST_DATABASE_URL ? [TEST_DATABASE_URL] : [];
test.each(POSTGRES)(
  'on PostgreSQL a killed first start, and two at once, end in one whole demo and a way in',
  async (url) => {
    const database = await openScratchDatabase(url);
    cleanUp.push(() => database.close());
    const startOnIt = () =>
      start({ DATA_DIR: newFolder(), DATABASE_URL: database.url, DEMO: 'on' });
    for (let count = 0; count <= RANDOM_KILLS; count += 1) {
      const killed = await startOnIt();
      await setTimeout(500 + random.next() * 5000);
      await killed.end();
    }
    const both = [await startOnIt(), await startOnIt()];
    for (const one of both) await one.ready();
    for (const one of both) await one.end();
    const { rows } = await database.pool.query<{ printed_at: Date }>(
      'select distinct printed_at from printed_passwords',
    );
    expect(rows).toHaveLength(1);
    // The one that came second printed what counts.
    const outcomes = await Promise.allSettled(
      both.map(({ output }) => expectWhole(database, output.said)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  },
);

type WrongPlace = readonly [what: string, url: string, reason: string];
const WRONG_PATHS: readonly WrongPlace[] = [
  ['nobody started', 'postgres://embarka:secret@127.0.0.1:1/embarka', 'cannot be reached'],
  ...POSTGRES.flatMap((url): readonly WrongPlace[] => [
    [
      'does not know the user',
      changed(url, { username: 'nobody_of_that_name' }),
      'refused the user',
    ],
    ['has no such database', changed(url, { pathname: '/no_such_database' }), 'has no database'],
  ]),
];

test.each(WRONG_PATHS)(
  'a start on a PostgreSQL that %s ends with one sentence and no password',
  async (_, url, reason) => {
    const folder = newFolder();
    const { output, ended } = await start({ DATA_DIR: folder, DATABASE_URL: url });
    expect(await ended).toBe(1);
    expect(output.complained).toMatch(
      /^Embarka cannot start\.\nPostgreSQL at \S+ .+ DATABASE_URL\.\n$/,
    );
    expect(output.complained).toContain(reason);
    expect(output.complained).not.toContain('secret');
    expect(existsSync(folder)).toBe(false);
  },
);

function changed(url: string, change: Partial<Pick<URL, 'username' | 'pathname'>>): string {
  return Object.assign(new URL(url), change).href;
}
