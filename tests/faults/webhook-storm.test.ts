import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { CAST } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { accept, openReceiver, type Receiver } from '../support/receiver.ts';
import { TestServer } from '../support/server.ts';

const { FAULT_TEMPLATE } = process.env;
const VISITORS = 10;
const EACH = 20;
/** What one endpoint is sent at the same time, however much is due. */
const AT_ONCE = 4;
/** Longer than the first wait after a failure, whatever it is made longer by. */
const FIRST_RETRY_MS = 15_000;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** Somebody's server that counts what it has not answered yet; `hold` keeps it from answering. */
async function openTroubled() {
  const held = new Set<ServerResponse>();
  const seen = { mostHeld: 0 };
  let holds = true;
  const receiver = await openReceiver((response) => {
    held.add(response);
    response.once('close', () => held.delete(response));
    seen.mostHeld = Math.max(seen.mostHeld, held.size);
    if (!holds) response.writeHead(500).end();
  });
  cleanUp.push(() => receiver.close());
  return {
    receiver,
    seen,
    held,
    hold() {
      holds = true;
    },
    /** Answers what it held, and whatever comes, with 500. */
    fail() {
      holds = false;
      for (const response of held) response.writeHead(500).end();
    },
  };
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

async function chatter(server: TestServer) {
  const client = new TestClient();
  const id = newConversationId(new Date());
  const email = `${randomUUID().slice(0, 8)}-storm@fleet.example`;
  await client.post(server, '/chat/conversations', {
    id,
    email,
    topic: 'Sales Inquiry',
    service: null,
  });
  /** Throws where a message is not acknowledged. */
  return (text: string) =>
    client.post(server, `/chat/conversations/${id}/messages`, { clientId: randomUUID(), text });
}

test('hundreds of webhooks due at receivers that hang and fail hold up no message and no other receiver', async () => {
  const fine = await openReceiver(accept);
  cleanUp.push(() => fine.close());
  const hanging = await openTroubled();
  const failing = await openTroubled();
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  cleanUp.push(() => server.remove());
  const admin = new TestClient();
  const { email, password } = CAST.henrik;
  expect((await admin.submit(server, '/login', { email, password })).status).toBe(302);
  for (const { url } of [hanging.receiver, failing.receiver, fine]) {
    const form = { intent: 'add-webhook', url, events: 'message.sent' };
    expect((await admin.submit(server, '/team/api', form)).status).toBe(200);
  }
  const chats = await Promise.all(Array.from({ length: VISITORS }, () => chatter(server)));

  failing.fail();
  await Promise.all(
    chats.map(async (sendText) => {
      for (let count = 0; count < EACH; count += 1) await sendText(`Message ${count}`);
    }),
  );
  const storm = VISITORS * EACH;
  await expect.poll(() => fine.received.length, { timeout: 120_000 }).toBe(storm);
  await expect.poll(() => new Set(idsOf(failing.receiver)).size, { timeout: 120_000 }).toBe(storm);
  // It holds its places and no more: everything else is still due there.
  expect(hanging.held.size).toBeGreaterThan(0);

  // What failed is due again, all at once, and its receiver now hangs.
  failing.hold();
  const tried = failing.receiver.received.length;
  await server.shiftClock(FIRST_RETRY_MS);
  await expect.poll(() => failing.held.size, { timeout: 60_000 }).toBe(AT_ONCE);
  for (const sendText of chats) await sendText('And one more');
  await expect.poll(() => fine.received.length, { timeout: 60_000 }).toBe(storm + VISITORS);
  expect(failing.receiver.received.length).toBeLessThan(tried + storm);

  // The storm itself: each is tried again.
  failing.fail();
  await expect
    .poll(() => failing.receiver.received.length, { timeout: 120_000 })
    .toBeGreaterThanOrEqual(tried + storm);
  expect(new Set(idsOf(failing.receiver)).size).toBeGreaterThanOrEqual(storm);
  for (const sendText of chats) await sendText('And the last');
  await expect.poll(() => fine.received.length, { timeout: 60_000 }).toBe(storm + 2 * VISITORS);
  // Once each, and never more at a time than there are places.
  expect(new Set(idsOf(fine)).size).toBe(fine.received.length);
  expect(failing.seen.mostHeld).toBeLessThanOrEqual(AT_ONCE);
  expect(hanging.seen.mostHeld).toBeLessThanOrEqual(AT_ONCE);
});
