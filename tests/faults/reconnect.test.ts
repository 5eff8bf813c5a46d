import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { TestServer } from '../support/server.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

const { FAULT_CLIENTS = '400', FAULT_TEMPLATE } = process.env;
const CLIENTS = Number(FAULT_CLIENTS);
/** As many tabs as a browser may have open. */
const TABS = 20;
/** The longest wait of a client (live-connection.ts), and the time to let all of them in. */
const ALL_BACK_WITHIN_MS = 60_000 + 300 * CLIENTS;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** As the product's own client, and from an address of its own. */
function connect(server: TestServer, visitor: TestVisitor, number: number): Socket {
  return io(server.origin, {
    path: '/live',
    transports: ['websocket'],
    auth: visitor.hello,
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 15_000,
    randomizationFactor: 1,
    extraHeaders: {
      Cookie: visitor.cookie,
      Origin: server.origin,
      'X-Forwarded-For': `203.0.${number >> 8}.${number & 255}`,
    },
  });
}

/** As the chat does: tried again under the same name until there is an answer. */
async function sendText(server: TestServer, visitor: TestVisitor, text: string): Promise<void> {
  const body = JSON.stringify({ clientId: randomUUID(), text });
  const send = () =>
    fetch(`${server.origin}/chat/conversations/${visitor.id}/messages`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        Cookie: visitor.cookie,
        Origin: server.origin,
      },
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );
  await expect.poll(send, { timeout: 120_000 }).toBe(200);
}

test(`${CLIENTS} clients of a killed server come back by themselves, and a message among them arrives`, async () => {
  const server = await TestServer.start(FAULT_TEMPLATE, {
    env: { TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  cleanUp.push(() => server.remove());
  await server.kill();
  const database = await openEmbedded(server.folder);
  const visitors: TestVisitor[] = [];
  for (let number = 0; number < CLIENTS / TABS; number += 1) {
    visitors.push(await openVisitor(database.db, `${number}-visitor@fleet.example`));
  }
  await database.close();
  await server.restart();

  const sockets: Socket[] = [];
  cleanUp.push(() => sockets.forEach((socket) => socket.disconnect()));
  const connected = () => sockets.filter((socket) => socket.connected).length;
  for (const [number, visitor] of visitors.entries()) {
    for (let tab = 0; tab < TABS; tab += 1) {
      sockets.push(connect(server, visitor, number * TABS + tab));
    }
    // A computer takes only so many at once before it has been told that they are there.
    await expect.poll(connected, { timeout: 60_000, interval: 10 }).toBe(sockets.length);
  }

  await server.kill();
  await expect.poll(connected, { timeout: 60_000 }).toBe(0);
  await server.restart();
  const began = performance.now();
  const [elena] = visitors as [TestVisitor];
  await sendText(server, elena, 'Anybody there?');
  const messageMs = performance.now() - began;
  // It waited for some of them at most: how long in milliseconds is for a measurement to say.
  expect(connected()).toBeLessThan(CLIENTS);
  await expect.poll(connected, { timeout: ALL_BACK_WITHIN_MS, interval: 100 }).toBe(CLIENTS);
  console.log(
    `${CLIENTS} clients back ${Math.round(performance.now() - began)} ms after the start; ` +
      `a message meanwhile took ${Math.round(messageMs)} ms`,
  );

  const heard = sockets
    .slice(0, TABS)
    .map((socket) => new Promise((resolve) => socket.once('message', resolve)));
  await sendText(server, elena, 'Here we are.');
  await Promise.all(heard);
  expect(server.isRunning).toBe(true);
});
