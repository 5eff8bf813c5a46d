import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/conversation/wire/rules.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { VISITORS } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { Load } from '../support/load.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_TEMPLATE } = process.env;
const HOUR_MS = 60 * 60 * 1000;
const BURST = 30;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** How many messages a visitor gets through before the limit, and whether it lets go again. */
async function sendUntilRefused(server: TestServer) {
  const client = new TestClient();
  const id = newConversationId(new Date());
  const start = { id, email: VISITORS.kofi, topic: 'Sales Inquiry', service: null };
  await client.post(server, '/chat/conversations', start);
  const send = async () => {
    const body = JSON.stringify({ clientId: randomUUID(), text: 'Hello?' });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const path = `/chat/conversations/${id}/messages`;
    return client.fetch(server, path, { method: 'POST', body, headers });
  };
  const untilRefused = async () => {
    for (let count = 0; ; count += 1) if ((await send()).status !== 200) return count;
  };
  return { send, untilRefused };
}

test('while the clock jumps by hours, order, limits and sessions hold', async () => {
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  cleanUp.push(() => server.remove());
  const load = new Load(server);
  await load.begin(3);
  const { send, untilRefused } = await sendUntilRefused(server);
  await untilRefused();
  for (const hours of [3, -3, 30, 0]) {
    const before = load.ledger.acknowledged;
    await server.shiftClock(hours * HOUR_MS);
    // Long enough for the shift to be noticed and a token or two to come back.
    await setTimeout(2000);
    // Forward, all tokens are back, and not one more; backward, nobody waits for hours.
    const passed = await untilRefused();
    expect(passed).toBeLessThan(BURST + 10);
    await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(() => load.ledger.acknowledged).toBeGreaterThan(before);
  }
  await load.end();
  await load.compare();
  expect(load.answers.get(500)).toBeUndefined();
  expect(load.answers.get(401)).toBeUndefined();
  await server.kill();
  const database = await openEmbedded(server.folder);
  cleanUp.push(() => database.close());
  await load.ledger.compareAll(database.db);
  console.log(`Clock jumps: ${load.ledger.acknowledged} messages acknowledged, 0 lost`);
});
