import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../app/platform/log.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { VISITORS } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { openScratchDatabase } from '../support/database.ts';
import { Load } from '../support/load.ts';
import { makeCast } from '../support/make-cast.ts';
import { OwnPostgres, type Shutdown } from '../support/own-postgres.ts';
import { TestServer } from '../support/server.ts';
import { random } from '../support/seed.ts';

const { TEST_DATABASE_URL } = process.env;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

const readiness = (server: TestServer) =>
  fetch(`${server.origin}/health/ready`).then((answer) => answer.status);

const own = await OwnPostgres.start();
// None where PostgreSQL is not installed.
for (const postgres of own ? [own] : []) {
  afterAll(() => postgres.remove());
  const PAYMENT_METHODS: readonly Shutdown[] = ['fast', 'immediate'];

  test('a server outlives PostgreSQL, stopped in every way, says what is wrong, and loses nothing', async () => {
    const database = openPostgres(postgres.url, createLog('silent'));
    cleanUp.push(() => database.close());
    await makeCast(database);
    const server = await TestServer.start(undefined, {
      env: { DATABASE_URL: postgres.url, TRUSTED_PROXIES: '127.0.0.1' },
    });
    cleanUp.push(() => server.remove());
    const { pid } = server;
    const load = new Load(server);
    await load.begin(6);
    // Kept in memory from here on: what everybody reads outlives the database.
    await new TestClient().fetch(server, '/terms');
    for (const shutdown of PAYMENT_METHODS) {
      const before = load.ledger.acknowledged;
      await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(before + 10);
      postgres.stop(shutdown);
      await expect.poll(() => readiness(server), { timeout: 5000 }).toBe(503);
      const reader = new TestClient();
      expect((await reader.fetch(server, '/terms')).status).toBe(200);
      const form = { email: VISITORS.mateo, password: 'whatever' };
      expect((await reader.submit(server, '/login', form)).status).toBe(503);
      postgres.start();
      const stopped = performance.now();
      await expect.poll(() => readiness(server), { timeout: 10_000 }).toBe(200);
      const known = load.ledger.acknowledged;
      await expect
        .poll(() => load.ledger.acknowledged, { timeout: 10_000 })
        .toBeGreaterThan(known + 10);
      console.log(
        `PostgreSQL stopped (${shutdown}): back ${Math.round(performance.now() - stopped)} ms`,
      );
    }
    await load.end();
    await load.compare();
    await load.ledger.compareAll(database.db);
    expect(server.pid).toBe(pid);
    expect(server.isRunning).toBe(true);
    expect(load.answers.get(503)).toBeGreaterThan(0);
    // A fault that passes is never shown as a fault of ours.
    expect(load.answers.get(500)).toBeUndefined();
    expect(load.answers.get(0)).toBeUndefined();
    console.log(`PostgreSQL restarted: ${load.ledger.acknowledged} messages acknowledged, 0 lost`);
  });
}

for (const url of TEST_DATABASE_URL ? [TEST_DATABASE_URL] : []) {
  test('a server whose connections PostgreSQL ends, again and again, loses nothing', async () => {
    const database = await openScratchDatabase(url);
    cleanUp.push(() => database.close());
    await makeCast(database);
    const server = await TestServer.start(undefined, {
      env: { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' },
    });
    cleanUp.push(() => server.remove());
    const load = new Load(server);
    await load.begin(6);
    for (let count = 0; count < 10; count += 1) {
      await setTimeout(random.next() * 400);
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    }
    const known = load.ledger.acknowledged;
    await expect.poll(() => load.ledger.acknowledged, { timeout: 10_000 }).toBeGreaterThan(known);
    await load.end();
    await load.ledger.compareAll(database.db);
    expect(server.isRunning).toBe(true);
    expect(load.answers.get(500)).toBeUndefined();
    console.log(`Connections ended: ${load.ledger.acknowledged} messages acknowledged, 0 lost`);
  });
}
