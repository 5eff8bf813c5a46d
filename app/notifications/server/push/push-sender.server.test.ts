import { createPublicKey, verify } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { browserKeys, openPush } from '../../../../tests/support/push.ts';
import {
  accept,
  openReceiver,
  type Answer,
  type Receiver,
} from '../../../../tests/support/receiver.ts';
import { explainPush, openPushSender, readVapidKeys } from './push-sender.server.ts';
import { requestMessage } from '../../../platform/outgoing/target.server.ts';
import { showStored } from '../../../platform/stored-message.ts';

const database = useDatabase();
const services: Receiver[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const PAYLOAD = {
  title: 'New message from a visitor',
  body: 'One unread message in one conversation.',
  tag: 'conversation-1',
  path: '/agentchat?visitor=1',
  number: 1,
};

async function openPushService(answer: Answer = accept): Promise<Receiver> {
  const service = await openReceiver(answer);
  services.push(service);
  return service;
}

async function openSender(policy: 'public' | 'loopback' = 'loopback') {
  const keys = await readVapidKeys(database.db);
  const sender = openPushSender({
    keys,
    contact: () => 'desk@shop.example',
    policy,
    timeoutMs: 2000,
  });
  return { keys, sender };
}

test('a push is sealed for its browser and signed with the key the browser subscribed with', async () => {
  const service = await openPushService();
  const { keys: vapid, sender } = await openSender();
  const { keys, secret, subscription } = browserKeys(service.url);
  const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  expect(result).toEqual({ status: 204 });
  const [push] = service.received;
  if (!push) throw new Error('Nothing arrived');
  const { headers, bytes } = push;

  expect(JSON.parse(openPush(bytes, keys, secret))).toEqual(PAYLOAD);
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '14400',
    urgency: 'high',
    'content-length': String(bytes.length),
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
  expect(said).toMatchObject({ aud: new URL(service.url).origin, sub: 'mailto:desk@shop.example' });
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
  for (const endpoint of [service.url, `https://localhost:${new URL(service.url).port}/`]) {
    const { subscription } = browserKeys(endpoint);
    const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
    expect(result).toMatchObject({ error: { key: 'request.not-public' } });
  }
  expect(service.received).toEqual([]);
});

test('a redirect is not followed', async () => {
  const service = await openPushService(
    (response) => void response.writeHead(307, { Location: '/elsewhere' }).end(),
  );
  const { sender } = await openSender();
  const { subscription } = browserKeys(service.url);
  const result = await sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  expect(result).toEqual({ status: 307 });
  expect(service.received).toHaveLength(1);
});

test('what is under way when the process ends is called off, and is no failure', async () => {
  const service = await openPushService(() => {});
  const { sender } = await openSender();
  const { subscription } = browserKeys(service.url);
  const sending = sender.send({ ...subscription.keys, ...subscription }, PAYLOAD);
  await service.count(1);
  sender.close();
  expect(await sending).toBeUndefined();
});

test.each([
  [{ status: 201 }, null],
  [{ status: 410 }, 'This browser no longer accepts notifications.'],
  [{ status: 401 }, "The push service rejected the server's key (401)."],
  [{ status: 413 }, 'The push service rejected the notification because it was too large (413).'],
  [{ status: 429 }, 'The push service received too many notifications (429).'],
  [{ status: 302 }, 'The push service responded with a redirect (302).'],
  [{ status: 502 }, 'The push service responded with 502.'],
  [{ error: requestMessage('request.name-unknown') }, "The host name doesn't exist."],
])('%j is told as %j', (result, words) => {
  expect(showStored(explainPush(result))).toBe(words);
});
