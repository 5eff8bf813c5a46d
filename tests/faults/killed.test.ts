import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { openScratchDatabase } from '../support/database.ts';
import { Load } from '../support/load.ts';
import { makeCast } from '../support/make-cast.ts';
import { TestServer } from '../support/server.ts';
import { random } from '../support/seed.ts';

const { FAULT_KILLS = '10', FAULT_TEMPLATE, TEST_DATABASE_URL } = process.env;
const KILLS = Number(FAULT_KILLS);
const VISITORS = 6;
const env = { TRUSTED_PROXIES: '127.0.0.1' };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** Kills the server again and again while everybody writes; the load that lived through it. */
async function killUnderLoad(server: TestServer): Promise<Load> {
  const load = new Load(server);
  await load.begin(VISITORS);
  for (let count = 1; count <= KILLS; count += 1) {
    // At any point of whatever is under way, and now and then before the first of it.
    await setTimeout(random.next() * 1500);
    await server.kill();
    await server.restart();
    await load.compare();
    if (count % 50 === 0) console.log(`${count} kills, ${load.ledger.acknowledged} acknowledged`);
  }
  await load.end();
  await load.compare();
  return load;
}

function report(engine: string, { ledger, answers }: Load): void {
  console.log(
    `${engine}: ${KILLS} kills, ${ledger.acknowledged} messages, ${ledger.reviews} reviews and ` +
      `${ledger.assigned.size} assignments acknowledged, 0 lost, 0 doubled; ` +
      `${answers.get(0) ?? 0} requests without an answer`,
  );
}

/** Where the server keeps its data, and how to look at that without it. */
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
// Where PostgreSQL is at hand (scripts/test.ts looks for it), it is killed there, too.
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
  test(`${engine}: a server killed ${KILLS} times under load keeps every word it gave`, async () => {
    const store = await open();
    const load = await killUnderLoad(store.server);
    await store.server.kill();
    await load.ledger.compareAll(await store.open());
    report(engine, load);
    expect(load.ledger.acknowledged).toBeGreaterThan(5 * KILLS);
    expect(load.ledger.reviews).toBeGreaterThan(0);
    expect(load.answers.get(0)).toBeGreaterThan(0);
    // Whatever else it says, it never says that something is wrong with it.
    expect(load.answers.get(500)).toBeUndefined();
  });
}
