import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { openCluster } from '../../app/platform/db/embedded.server.ts';
import { appliedMigration, newestMigration } from '../../app/platform/db/migrate.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { openScratchDatabase } from '../support/database.ts';
import { launch } from '../support/launch.ts';
import { copyMigrationsUpTo } from '../support/old-migrations.ts';
import { freePort } from '../support/server.ts';

const { FAULT_KILLS = '10', TEST_DATABASE_URL } = process.env;
const MIGRATIONS = 'db/migrations';
/** The version that is upgraded: the newest migration it has had. */
const OLD = 6;
const DIE = pathToFileURL('tests/faults/die-at-statement.ts').href;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarka-upgrade-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** People at work: an agent, a chat with answers, reviews, somebody blocked, somebody who waits. */
const WORK = `
  insert into auth_users (id, email, name, email_verified) values
    ('maya', '${CAST.maya.email}', '${CAST.maya.fullName}', true),
    ('leo', '${CAST.leo.email}', '${CAST.leo.fullName}', false);
  insert into auth_accounts (id, account_id, provider_id, user_id, password) values
    ('a1', 'maya', 'credential', 'maya', 'hash one'), ('a2', 'leo', 'credential', 'leo', 'hash two');
  insert into profiles (id, email, full_name, role, status, created_at, updated_at) values
    ('maya', '${CAST.maya.email}', '${CAST.maya.fullName}', 'agent', 'active', now(), now()),
    ('leo', '${CAST.leo.email}', '${CAST.leo.fullName}', 'agent', 'waiting', now(), now());
  insert into visitors (id, email, agent_id, created_at, updated_at) values
    ('00000000-0000-4000-8000-000000000001', '${VISITORS.elena}', 'maya', now(), now());
  insert into visitor_blocks (id, address_hash, email, note, created_at) values
    ('00000000-0000-4000-8000-000000000002', repeat('a', 64), '${VISITORS.kofi}', 'Abuse', now());
  insert into visitor_browsers (id, secret_hash, created_at, block_id) values
    ('00000000-0000-4000-8000-000000000003', 'a hash', now(), null),
    ('00000000-0000-4000-8000-000000000004', 'another', now(), '00000000-0000-4000-8000-000000000002');
  insert into conversations (id, visitor_id, browser_id, topic, agent_id, last_number, started_at) values
    ('conv_1795224000000_old', '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000003', 'Sales Inquiry', 'maya', 200, now());
  insert into visitor_messages
    (conversation_id, number, client_id, visitor_email, message, is_agent, agent_id, created_at)
    select 'conv_1795224000000_old', number, gen_random_uuid(), '${VISITORS.elena}',
      'Message ' || number, number % 2 = 0, case when number % 2 = 0 then 'maya' end, now()
    from generate_series(1, 200) number;
  insert into visitor_mails (conversation_id, mailbox, purpose, created_at, sent_at) values
    ('conv_1795224000000_old', '${VISITORS.elena}', 'answers', now(), now());
  insert into service_reviews (id, service_slug, section, name, email, text, rating, created_at) values
    ('00000000-0000-4000-8000-000000000005', 'book-design', 'graphics', 'Astrid', '${VISITORS.astrid}',
      'Fine', 5, now());
  insert into review_replies (review_id, text, created_at, updated_at) values
    ('00000000-0000-4000-8000-000000000005', 'Thank you', now(), now());
  insert into audit_log (at, action, subject, request_id) values (now(), 'signed-in', 'maya', 'r1');
`;

/** What later migrations give another form, by table; everything else must stay as it is. */
const CHANGES: Record<string, readonly string[]> = {
  visitor_blocks: ['address_hash'],
  visitor_mails: ['next_attempt_at'],
};
const TABLES = [
  'visitors',
  'visitor_blocks',
  'visitor_browsers',
  'conversations',
  'visitor_messages',
  'visitor_mails',
  'service_reviews',
  'review_replies',
  'audit_log',
] as const;

type Rows = Record<string, readonly Record<string, unknown>[]>;

async function readWork({ pool }: OpenDatabase): Promise<Rows> {
  const read: Rows = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select row from (select to_jsonb(t) as row from ${table} t) rows
        order by row->>'id', row->>'review_id'`,
    );
    read[table] = rows.map(({ row }) => {
      for (const column of CHANGES[table] ?? []) delete row[column];
      return row;
    });
  }
  return read;
}

/** Where an old installation lies, and how to look at it without a server. */
interface Store {
  readonly env: NodeJS.ProcessEnv;
  open(): Promise<OpenDatabase>;
}

const STORES: Record<string, () => Promise<Store>> = {
  Embedded: () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    const open = () => openCluster(join(folder, 'data/db'));
    return Promise.resolve({ env: { DATA_DIR: join(folder, 'data') }, open });
  },
};
if (TEST_DATABASE_URL) {
  STORES.PostgreSQL = async () => {
    const database = await openScratchDatabase(TEST_DATABASE_URL);
    cleanUp.push(() => database.close());
    const env = { DATA_DIR: newFolder(), DATABASE_URL: database.url };
    return { env, open: async () => openPostgres(database.url, createLog('silent')) };
  };
}

/** Looks at the installation while no server has it open. */
async function look<Result>(store: Store, work: (open: OpenDatabase) => Promise<Result>) {
  const open = await store.open();
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** The statements the upgrade dies at, and whether it is done by then. */
function deaths(): readonly { statement: string; isUpgraded: boolean }[] {
  const later = readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(OLD + 1);
  const first = later[0]?.sql ?? [];
  const last = later.at(-1)?.sql ?? [];
  const inFirst = first[Math.floor(first.length / 2)] ?? '';
  const every = later.flatMap(({ sql }) => sql[Math.floor(sql.length / 2)] ?? []);
  const before = Number(FAULT_KILLS) < 25 ? [inFirst] : [...every, last.at(-1) ?? '', 'commit'];
  return [
    ...before.map((statement) => ({ statement, isUpgraded: false })),
    { statement: 'select pg_advisory_unlock($1)', isUpgraded: true },
  ];
}

for (const [engine, openStore] of Object.entries(STORES)) {
  test(`${engine}: an upgrade that is killed at any statement changes nothing, and the next start finishes it`, async () => {
    const store = await openStore();
    const before = await look(store, async (open) => {
      await migrate(drizzle(open.pool), { migrationsFolder: copyMigrationsUpTo(OLD, cleanUp) });
      await open.pool.query(WORK);
      return readWork(open);
    });
    const old = await look(store, ({ pool }) => appliedMigration(pool));
    expect(old).toBeLessThan(newestMigration());
    const start = async (env: NodeJS.ProcessEnv = {}) =>
      launch({ ...store.env, DEMO: 'off', PORT: String(await freePort()), ...env }, [DIE]);

    for (const { statement, isUpgraded } of deaths()) {
      const killed = await start({ DIE_AT_STATEMENT: statement });
      // Killed, and not ended by anything else.
      expect(await killed.ended, `${statement}\n${killed.output.complained}`).toBe(null);
      await look(store, async (open) => {
        expect(await appliedMigration(open.pool)).toBe(isUpgraded ? newestMigration() : old);
        expect(await readWork(open)).toMatchObject(before);
      });
    }

    const next = await start();
    cleanUp.push(next.end);
    await next.ready();
    await next.end();
    await look(store, async (open) => {
      expect(await appliedMigration(open.pool)).toBe(newestMigration());
      // Columns may have come; none of the rows, and nothing in them.
      expect(await readWork(open)).toMatchObject(before);
      const { rows } = await open.pool.query<{ people: string[] }>(`
        select array(select email from profiles order by 1)
          || array(select email from pending_sign_ups) as people`);
      expect(rows[0]?.people).toEqual([CAST.maya.email, CAST.leo.email]);
      // What only a start can do: the secret is not the database's to know.
      const blocks = await open.pool.query('select address_hash from visitor_blocks');
      expect(blocks.rows).toEqual([{ address_hash: expect.stringMatching(/^hmac-sha256:/) }]);
    });
  });
}
