import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { MESSAGE_LIMIT, newConversationId } from '../../app/chat/protocol/rules.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { Load } from '../support/load.ts';
import { TestServer } from '../support/server.ts';
import { openSmtpPeer } from '../support/smtp.ts';

const { FAULT_TEMPLATE } = process.env;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** What a process that died held is given to another after it. */
const LEASE_MS = 5 * MINUTE_MS;
/** Answers that stay unread are mailed after two minutes. */
const MAIL_AFTER_MS = 3 * MINUTE_MS;

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
    const began = performance.now();
    // Forward, all tokens are back, and not one more than come while they are used; backward, nobody waits for hours.
    const passed = await untilRefused();
    const minutes = (performance.now() - began) / MINUTE_MS;
    expect(passed).toBeLessThan(MESSAGE_LIMIT.burst + minutes * MESSAGE_LIMIT.perMinute + 2);
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

/** A server with a mail server, and what reached that. */
async function startWithMail() {
  const peer = await openSmtpPeer();
  cleanUp.push(() => peer.close());
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: {
      SMTP_URL: peer.url,
      MAIL_FROM: 'desk@embarka.example',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  cleanUp.push(() => server.remove());
  const receivers = () => peer.kept.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]);
  const names = () => new Set(peer.kept.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]));
  const askForReset = async (name: keyof typeof CAST) => {
    const form = { email: CAST[name].email };
    expect((await new TestClient().submit(server, '/forgot-password', form)).status).toBe(200);
  };
  return { server, peer, receivers, names, askForReset };
}

/** A visitor who is answered and has left. */
async function leaveAnswered(server: TestServer, email: string): Promise<void> {
  const visitor = new TestClient();
  const id = newConversationId(new Date());
  const start = { id, email, topic: 'Sales Inquiry', service: null };
  await visitor.post(server, '/chat/conversations', start);
  const sendText = (client: TestClient, path: string) =>
    client.post(server, `${path}/${id}/messages`, { clientId: randomUUID(), text: 'Hello' });
  await sendText(visitor, '/chat/conversations');
  await sendText(await signIn(server, 'maya'), '/agentchat/conversations');
}

async function signIn(server: TestServer, name: keyof typeof CAST): Promise<TestClient> {
  const client = new TestClient();
  const { email, password } = CAST[name];
  await client.submit(server, '/login', { email, password });
  return client;
}

test('while the clock jumps an hour back and forth, each mail leaves once, and none waits longer than the jump', async () => {
  const { server, receivers, names, askForReset } = await startWithMail();
  // So that it is certain who answers.
  const leo = await signIn(server, 'leo');
  await leo.post(server, '/agentchat/availability', { acceptsChats: false });
  const expected: string[] = [];
  const expectMail = async (email: string) => {
    expected.push(email);
    await expect.poll(receivers).toEqual(expected);
  };
  await leaveAnswered(server, VISITORS.elena);
  await server.shiftClock(HOUR_MS);
  await expectMail(VISITORS.elena);
  await askForReset('maya');
  await expectMail(CAST.maya.email);
  // Written in the hour that is taken back now.
  await leaveAnswered(server, VISITORS.noor);
  await server.shiftClock(0);
  await askForReset('leo');
  await expectMail(CAST.leo.email);
  await server.shiftClock(-HOUR_MS);
  await askForReset('sam');
  await expectMail(CAST.sam.email);
  await server.shiftClock(HOUR_MS + MAIL_AFTER_MS);
  await expectMail(VISITORS.noor);
  // Whatever was told before would be told again by now.
  await askForReset('henrik');
  await expectMail(CAST.henrik.email);
  expect(names().size).toBe(expected.length);
});

test('what a killed process held while the clock was set back is sent once, after the jump and its lease', async () => {
  const { server, peer, receivers, askForReset } = await startWithMail();
  peer.mood = 'hangs';
  await askForReset('maya');
  await expect.poll(() => peer.connections).toBeGreaterThan(0);
  await server.kill();
  peer.mood = 'answers';
  await server.shiftClock(-HOUR_MS);
  await server.restart();
  // Nobody else waits with it.
  await askForReset('leo');
  await expect.poll(receivers).toEqual([CAST.leo.email]);
  await server.shiftClock(LEASE_MS);
  await expect.poll(receivers).toEqual([CAST.leo.email, CAST.maya.email]);
  await askForReset('sam');
  await expect.poll(receivers).toEqual([CAST.leo.email, CAST.maya.email, CAST.sam.email]);
});
