import { createDecipheriv, createPublicKey, hkdfSync, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { browserKeys } from '../../tests/support/push.ts';
import { explainPush, openPushSender, readVapidKeys } from './push-sender.server.ts';

const database = useDatabase();
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const PAYLOAD = {
  title: 'A visitor wrote to you',
  body: 'One unread message in one conversation.',
  tag: 'conversation-1',
  path: '/agentchat?visitor=1',
  number: 1,
};

/** A push service that keeps what it is handed. */
async function openPushService(status = 201) {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, { Location: '/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function openSender(policy: 'public' | 'loopback' = 'loopback') {
  const keys = await readVapidKeys(database.db);
  const sender = openPushSender({ keys, contact: 'desk@shop.example', policy, timeoutMs: 2000 });
  closing.push(() => sender.close());
  return { keys, sender };
}

/** What the browser does with a push (RFC 8291 and RFC 8188), written out from the standards. */
function decrypt(body: Buffer, keys: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), secret, keyInfo, 32));
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(info), length));
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive('Content-Encoding: aes128gcm\0', 16),
    derive('Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

test('a push is sealed for its browser and signed with the key the browser subscribed with', async () => {
  const service = await openPushService();
  const { keys: vapid, sender } = await openSender();
  const { keys, secret, subscription } = browserKeys(`${service.origin}/send/abc`);
  const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  expect(result).toEqual({ status: 201 });
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = service.received;

  expect(JSON.parse(decrypt(body, keys, secret))).toEqual(PAYLOAD);
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '14400',
    urgency: 'high',
    'content-length': String(body.length),
  });
  expect(headers.topic).toMatch(/^[\w-]{32}$/);

  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(vapid.publicKey);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  expect(said).toMatchObject({ aud: service.origin, sub: 'mailto:desk@shop.example' });
  expect(Number(said.exp) * 1000).toBeGreaterThan(Date.now());
});

test('the keys are made once and shared by all processes', async () => {
  const [first, second] = await Promise.all([
    readVapidKeys(database.db),
    readVapidKeys(database.db),
  ]);
  expect(second).toEqual(first);
  expect(await readVapidKeys(database.db)).toEqual(first);
});

test('nothing leaves for an address inside when the shop is public', async () => {
  const service = await openPushService();
  const { sender } = await openSender('public');
  for (const endpoint of [
    `${service.origin}/send`,
    `https://localhost:${new URL(service.origin).port}/`,
  ]) {
    const { subscription } = browserKeys(endpoint);
    const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
    expect(result).toMatchObject({ error: expect.stringContaining('not an address') as string });
  }
  expect(service.received).toEqual([]);
});

test('a redirect is not followed', async () => {
  const service = await openPushService(307);
  const { sender } = await openSender();
  const { subscription } = browserKeys(`${service.origin}/send`);
  const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  expect(result).toEqual({ status: 307 });
  expect(service.received).toHaveLength(1);
});

test('what is under way when the process ends is called off, and is no failure', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { sender } = await openSender();
  const { port } = server.address() as AddressInfo;
  const { subscription } = browserKeys(`http://127.0.0.1:${port}/`);
  const sending = sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  sender.close();
  expect(await sending).toBeUndefined();
});

test.each([
  [{ status: 201 }, null],
  [{ status: 410 }, 'The browser does not take notifications any more.'],
  [{ status: 401 }, 'The push service refused our key (401).'],
  [{ status: 413 }, 'The push service found the notification too large (413).'],
  [{ status: 429 }, 'The push service wants fewer notifications (429).'],
  [{ status: 302 }, 'The push service answered with a redirect (302).'],
  [{ status: 502 }, 'The push service answered with 502.'],
  [{ error: 'The name does not exist.' }, 'The name does not exist.'],
])('%j is told as %j', (result, words) => {
  expect(explainPush(result)).toBe(words);
});
