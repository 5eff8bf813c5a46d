import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterEach, describe, expect, test } from 'vitest';
import { formatMoney } from '../../app/orders/protocol/money.ts';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { openCluster } from '../../app/platform/db/embedded.server.ts';
import {
  appliedMigration,
  MIGRATIONS_FOLDER,
  newestMigration,
} from '../../app/platform/db/migrate.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { TestClient } from '../support/cluster.ts';
import { openScratchDatabase } from '../support/database.ts';
import { launch } from '../support/launch.ts';
import { expectOrdersSound } from '../support/order-invariants.ts';
import { freePort } from '../support/server.ts';
import { loadOldShop, type OldShop } from './from-0.1.0/load-rows.ts';
import { localEntry } from './lasting-chat.ts';

const { TEST_DATABASE_URL } = process.env;
const DIE = pathToFileURL('tests/faults/die-at-statement.ts').href;
/** Taken after the last migration, before any scheduled job. */
const AFTER_MIGRATIONS = 'select pg_advisory_unlock($1)';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** Where the old installation lies, and how to look at it without a server. */
interface Store {
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  open(): Promise<OpenDatabase>;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-upgrade-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  return join(folder, 'data');
}

const STORES: Record<string, () => Promise<Store>> = {
  'the embedded database': () => {
    const folder = newFolder();
    return Promise.resolve({
      env: { DATA_DIR: folder },
      open: () => openCluster(join(folder, 'db')),
    });
  },
};
if (TEST_DATABASE_URL) {
  STORES.PostgreSQL = async () => {
    const database = await openScratchDatabase(TEST_DATABASE_URL);
    cleanUp.push(() => database.close());
    return {
      env: { DATA_DIR: newFolder(), DATABASE_URL: database.url },
      open: () => Promise.resolve(openPostgres(database.url, createLog('silent'))),
    };
  };
}

async function look<Result>(store: Store, work: (open: OpenDatabase) => Promise<Result>) {
  const open = await store.open();
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Everything that people wrote, ordered or paid. */
const TABLES = [
  'auth_accounts',
  'auth_users',
  'canned_replies',
  'catalogue_drafts',
  'catalogue_groups',
  'catalogue_publications',
  'catalogue_sections',
  'catalogue_texts',
  'conversation_notes',
  'conversation_ratings',
  'conversations',
  'deliveries',
  'files',
  'installation_secrets',
  'ledger',
  'moderation_log',
  'offers',
  'order_events',
  'orders',
  'payments',
  'profiles',
  'refund_requests',
  'refunds',
  'review_replies',
  'review_reports',
  'service_addresses',
  'service_reviews',
  'services',
  'visitor_browsers',
  'visitor_messages',
  'visitors',
];

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

/** Without the columns of later versions where `columns` names those of the version before. */
async function readRows({ pool }: OpenDatabase, before?: Rows): Promise<Rows> {
  const read = TABLES.map(async (table) => {
    const { rows } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
    const columns = Object.keys(before?.[table]?.[0] ?? rows[0]?.row ?? {});
    const known = rows.map(({ row }) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    );
    const sorted = known.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return [table, sorted] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** A statement in the middle of the migration that changes the most rows. */
function inTheMiddle(): string {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const found = migrations
    .flatMap(({ sql }) => sql)
    .find((statement) => statement.includes('INSERT INTO "revenue_lines"'));
  if (!found) throw new Error('No migration records the revenue of earlier payments');
  return found;
}

const TEAM_PAGES = [
  '/agentchat',
  '/team',
  '/team/audit',
  '/team/catalogue',
  '/team/catalogue/history',
  '/team/catalogue/publish',
  '/team/content',
  '/team/coupons',
  '/team/emails',
  '/team/invoices',
  '/team/labels',
  '/team/orders?show=all',
  '/team/outbox',
  '/team/reports',
  '/team/reports/revenue',
  '/team/reviews',
  '/team/settings',
  '/team/setup',
  '/team/subscriptions',
  '/team/visitors',
];

describe.each(Object.entries(STORES))('a shop of 0.1.0 on %s', (_engine, openStore) => {
  test('keeps every text and amount through an upgrade that is killed twice, and all of its pages show them', async () => {
    const store = await openStore();
    const { shop, before } = await look(store, async (open) => {
      const loaded = await loadOldShop(open, cleanUp);
      return { shop: loaded, before: await readRows(open) };
    });
    const stored = join(store.env.DATA_DIR, 'files/stored', shop.file.path);
    mkdirSync(dirname(stored), { recursive: true });
    writeFileSync(stored, shop.file.text);
    const old = await look(store, ({ pool }) => appliedMigration(pool));

    const start = (port: number, env: NodeJS.ProcessEnv = {}) =>
      launch({ ...store.env, PORT: String(port), ...env }, [DIE]);
    for (const [statement, applied] of [
      [inTheMiddle(), old],
      [AFTER_MIGRATIONS, newestMigration()],
    ] as const) {
      const killed = start(await freePort(), { DIE_AT_STATEMENT: statement });
      expect(await killed.ended, killed.output.complained).toBe(null);
      await look(store, async (open) => {
        expect(await appliedMigration(open.pool)).toBe(applied);
        expect(await readRows(open, before)).toEqual(before);
      });
    }
    await look(store, async ({ db, pool }) => {
      const { rows } = await pool.query<{ number: string }>(
        'select number from orders where paid_amount > 0 order by number',
      );
      const paidBeforeInvoices = rows.map(({ number }) => Number(number));
      expect(paidBeforeInvoices.length).toBeGreaterThan(5);
      await expectOrdersSound(db, { paidBeforeInvoices });
    });

    const port = await freePort();
    const server = start(port);
    cleanUp.push(() => server.end());
    await server.ready();
    await visitShop(port, shop, before);
    await visitAsBuyer(port, shop, before);
    await visitAsTeam(port, shop, before);
  });
});

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** A whole page in a failure would hide what is missing in it. */
function expectText(page: string | undefined, text: string): void {
  expect(page?.includes(escape(text)), text).toBe(true);
}

async function read(client: TestClient, port: number, path: string): Promise<string> {
  const answer = await client.fetch(localEntry(port), path, { withinMs: 60_000 });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

/** The catalogue as its editors left it, with the reviews of visitors. */
async function visitShop(port: number, _shop: OldShop, before: Rows): Promise<void> {
  const client = new TestClient();
  expectText(await read(client, port, '/'), 'Your Digital Journey Begins with Us.');
  const former = await client.fetch(localEntry(port), '/services/graphics/book-design');
  expect([former.status, former.headers.get('location')]).toEqual([
    301,
    expect.stringMatching(/\/services\/graphics\/book-and-cover-design$/),
  ]);
  const edited = await read(client, port, '/services/graphics/book-and-cover-design');
  expectText(edited, 'Book & Cover Design');
  expectText(edited, '$1,999');
  const newest = before.service_reviews
    ?.filter(({ text, hidden_at }) => text !== null && hidden_at === null)
    .toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))[0];
  const { section, service_slug, text, name } = newest ?? {};
  const page = await read(client, port, `/services/${String(section)}/${String(service_slug)}`);
  expectText(page, String(text));
  expectText(page, String(name));
}

/** The visitor's own chat with its file, and every order behind its secret address. */
async function visitAsBuyer(port: number, shop: OldShop, before: Rows): Promise<void> {
  const { conversation, cookie } = shop.visitor;
  const headers = { Cookie: cookie, Accept: 'application/json' };
  const visitor = new TestClient();
  const ask = (path: string) => visitor.fetch(localEntry(port), path, { headers });
  const chat = await ask(`/chat/conversations/${conversation}/messages?after=0`);
  const { messages } = (await chat.json()) as { messages: readonly { text: string }[] };
  expect(messages.map(({ text }) => text)).toEqual([
    'Grüße aus Köln — 你好 🙂\n  two lines',
    'Here is the brief',
  ]);
  const file = await ask(`/chat/files/${shop.file.id}`);
  expect([file.status, await file.text()]).toEqual([200, shop.file.text]);
  expect(shop.orders).toHaveLength(10);
  for (const { number, secret } of shop.orders) {
    const row = before.orders?.find((each) => Number(each.number) === number) ?? {};
    const page = await read(new TestClient(), port, `/order/${secret}`);
    expectText(page, `E-${number}`);
    expectText(page, formatMoney(Number(row.amount), String(row.currency) as 'USD'));
  }
}

async function visitAsTeam(port: number, shop: OldShop, before: Rows): Promise<void> {
  const admin = new TestClient();
  const answer = await admin.submit(localEntry(port), '/login', shop.admin);
  // The guide is new, and this shop has not finished it.
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/team/setup']);
  const pages = new Map<string, string>();
  for (const path of TEAM_PAGES) pages.set(path, await read(admin, port, path));
  for (const { number } of shop.orders) {
    expectText(pages.get('/team/orders?show=all'), `E-${number}`);
    await read(admin, port, `/team/orders/E-${number}`);
  }
  for (const { full_name: name } of before.profiles ?? []) {
    expectText(pages.get('/team'), String(name));
  }
  expectText(pages.get('/team/catalogue/history'), 'A new price');
}
