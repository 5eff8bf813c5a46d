import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { openScratchDatabase } from '../support/database.ts';
import { FileLoad } from '../support/file-load.ts';
import { makeCast } from '../support/make-cast.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_KILLS = '10', FAULT_TEMPLATE, TEST_DATABASE_URL } = process.env;
const KILLS = Number(FAULT_KILLS);
const WRITERS = 3;
const env = { TRUSTED_PROXIES: '127.0.0.1' };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

interface Store {
  readonly server: TestServer;
  open(): Promise<Database>;
}

const STORES: Record<string, () => Promise<Store>> = {
  async Embedded() {
    const server = await TestServer.start(FAULT_TEMPLATE, { env });
    cleanUp.push(() => server.remove());
    const open = async () => {
      const database = await openEmbedded(server.folder);
      cleanUp.push(() => database.close());
      return database.db;
    };
    return { server, open };
  },
};
if (TEST_DATABASE_URL) {
  STORES.PostgreSQL = async () => {
    const database = await openScratchDatabase(TEST_DATABASE_URL);
    cleanUp.push(() => database.close());
    await makeCast(database);
    const server = await TestServer.start(undefined, {
      env: { ...env, DATABASE_URL: database.url },
    });
    cleanUp.push(() => server.remove());
    return { server, open: async () => database.db };
  };
}

for (const [engine, open] of Object.entries(STORES)) {
  test(`${engine}: a server killed ${KILLS} times under uploads keeps every file it took, and no message without its files`, async () => {
    const store = await open();
    const load = new FileLoad(store.server);
    load.begin(WRITERS);
    for (let count = 1; count <= KILLS; count += 1) {
      await setTimeout(300 + Math.random() * 1500);
      await store.server.kill();
      await store.server.restart();
    }
    await load.end();
    await load.compare();
    await store.server.kill();
    const db = await store.open();
    const { rows } = await db.execute<{ wrong: number; carried: number }>(sql`
      select count(*) filter (where m.file_count <> f.count)::int as wrong,
        sum(m.file_count)::int as carried
      from visitor_messages m
      cross join lateral (select count(*) from files where message_id = m.id and stored_at is not null) f`);
    const unanswered = load.answers.get(0) ?? 0;
    console.log(
      `${engine}: ${KILLS} kills, ${load.acknowledged} messages with ${rows[0]?.carried} files acknowledged, ` +
        `0 lost, 0 doubled; ${unanswered} requests without an answer`,
    );
    expect(rows[0]?.wrong).toBe(0);
    // How many there are is for the machine to say; that there are some shows that anything was tried.
    expect(load.acknowledged).toBeGreaterThan(0);
    expect(load.answers.get(500)).toBeUndefined();
  });
}
