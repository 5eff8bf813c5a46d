import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { FileLoad } from '../support/file-load.ts';
import { KILLED_STORES } from '../support/killed-stores.ts';
import { random } from '../support/seed.ts';

const { FAULT_KILLS = '10' } = process.env;
const KILLS = Number(FAULT_KILLS);
const WRITERS = 3;
/** A busy computer takes long until a file is whole. */
const PATIENT = { timeout: 60_000, interval: 50 };
const env = { TRUSTED_PROXIES: '127.0.0.1' };

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

for (const [engine, start] of Object.entries(KILLED_STORES)) {
  test(`${engine}: a server killed ${KILLS} times under uploads keeps every file it took, and no message without its files`, async () => {
    const store = await start(env, cleanUp);
    const load = new FileLoad(store.server);
    load.begin(WRITERS);
    for (let count = 1; count <= KILLS; count += 1) {
      const before = load.acknowledged;
      // Every other time something was taken, however slow the machine is; then at any point of the next.
      const least = count % 2 === 0 ? 1 : 0;
      await expect.poll(() => load.acknowledged - before, PATIENT).toBeGreaterThanOrEqual(least);
      await setTimeout(300 + random.next() * 1500);
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
