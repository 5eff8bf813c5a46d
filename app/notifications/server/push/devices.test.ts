import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { browserKeys } from '../../../../tests/support/push.ts';
import { NOBODY, refusalOf } from '../../../../tests/support/team.ts';
import { endSession, endSessions } from '../../../accounts/server/sessions/sessions.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { authSessions, authUsers } from '../../../accounts/server/tables.server.ts';
import {
  readDevices,
  removeDevice,
  removeDeviceOfSession,
  saveDevice,
  type BrowserSubscription,
} from './devices.server.ts';
import { pushPolicy } from './push-sender.server.ts';
import { MAX_DEVICES } from '../../protocol/rules.ts';
import { pushSubscriptions } from './tables.server.ts';

const database = useDatabase();
const ENDPOINT = 'https://push.example/send/abc';
let clock: TestClock;
let maya: Member;

beforeEach(async () => {
  clock = new TestClock();
  maya = await hire(database.db, 'maya');
});

async function openSession(member: Member): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(clock.now().getTime() + 1000);
  await database.db
    .insert(authSessions)
    .values({ id, token: id, userId: member.id, expiresAt, createdAt: clock.now() });
  return id;
}

const save = (member: Member, sessionId: string, subscription: BrowserSubscription) =>
  saveDevice(
    createChatContext(database.db, clock),
    'public',
    { member, sessionId },
    subscription,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  );

const rows = () => database.db.select().from(pushSubscriptions);

test('a browser becomes a device with a name of its own, however often it says so', async () => {
  const sessionId = await openSession(maya);
  const { subscription } = browserKeys(ENDPOINT);
  await save(maya, sessionId, subscription);
  await save(maya, sessionId, subscription);
  const devices = await readDevices(database.db, { member: maya, sessionId });
  expect(devices).toMatchObject([
    { label: 'Firefox on Linux', isCurrent: true, lastSuccessAt: null, lastError: null },
  ]);
  expect(JSON.stringify(devices)).not.toContain('push.example');
});

test('a session has one subscription: a new one takes the place of the one before', async () => {
  const sessionId = await openSession(maya);
  await save(maya, sessionId, browserKeys(ENDPOINT).subscription);
  await save(maya, sessionId, browserKeys(`${ENDPOINT}2`).subscription);
  expect(await rows()).toMatchObject([{ endpoint: `${ENDPOINT}2` }]);
});

test('a browser that somebody else signs in with belongs to them from then on', async () => {
  const leo = await hire(database.db, 'leo');
  const { subscription } = browserKeys(ENDPOINT);
  await save(maya, await openSession(maya), subscription);
  await save(leo, await openSession(leo), subscription);
  expect(await rows()).toMatchObject([{ profileId: leo.id }]);
});

test('two at once make no device too many', async () => {
  for (let count = 1; count < MAX_DEVICES; count += 1) {
    await save(maya, await openSession(maya), browserKeys(`${ENDPOINT}${count}`).subscription);
  }
  const sessions = [await openSession(maya), await openSession(maya)];
  const outcomes = await Promise.allSettled(
    sessions.map((id) => save(maya, id, browserKeys(`${ENDPOINT}/${id}`).subscription)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await rows()).toHaveLength(MAX_DEVICES);
});

describe('a device goes', () => {
  test('with its session, however that ends', async () => {
    const [first, second, third] = [
      await openSession(maya),
      await openSession(maya),
      await openSession(maya),
    ];
    for (const id of [first, second, third]) {
      await save(maya, id, browserKeys(`${ENDPOINT}/${id}`).subscription);
    }
    await endSession(createChatContext(database.db, clock), NOBODY, maya, first);
    expect((await rows()).map(({ sessionId }) => sessionId).sort()).toEqual([second, third].sort());
    await endSessions(database.db, maya.id, second);
    expect(await rows()).toMatchObject([{ sessionId: second }]);
  });

  test('with its account', async () => {
    await save(maya, await openSession(maya), browserKeys(ENDPOINT).subscription);
    await database.db.delete(authUsers);
    expect(await rows()).toEqual([]);
  });

  test('when its owner removes it, and not when another does', async () => {
    const leo = await hire(database.db, 'leo');
    const sessionId = await openSession(maya);
    await save(maya, sessionId, browserKeys(ENDPOINT).subscription);
    const [device] = await rows();
    await removeDevice(createChatContext(database.db, clock), leo.id, device?.id ?? '');
    expect(await rows()).toHaveLength(1);
    await removeDevice(createChatContext(database.db, clock), maya.id, device?.id ?? '');
    expect(await rows()).toEqual([]);
    await save(maya, sessionId, browserKeys(ENDPOINT).subscription);
    await removeDeviceOfSession(createChatContext(database.db, clock), sessionId);
    expect(await rows()).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    'http://push.example/send',
    'https://127.0.0.1/send',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.8/',
    'https://[::1]/',
    'https://user:secret@push.example/',
    'file:///etc/passwd',
    '',
    `https://push.example/${'x'.repeat(1000)}`,
  ])('is the endpoint %s', async (endpoint) => {
    const refusal = await refusalOf(
      save(maya, await openSession(maya), browserKeys(endpoint).subscription),
    );
    expect(refusal.status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  test('are keys that nothing can be encrypted with', async () => {
    const { keys } = browserKeys(ENDPOINT).subscription;
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    const sessionId = await openSession(maya);
    for (const bad of [
      { ...keys, auth: 'c2hvcnQ' },
      { ...keys, p256dh: 'c2hvcnQ' },
      { ...keys, p256dh: offCurve },
      { ...keys, auth: 'no base64!' },
    ]) {
      const refusal = await refusalOf(save(maya, sessionId, { endpoint: ENDPOINT, keys: bad }));
      expect(refusal.status).toBe(400);
    }
  });
});

test('push services are on the Internet, whatever webhooks may reach', () => {
  expect(pushPolicy({ publicOrigin: 'https://shop.example' })).toBe('public');
  // The server is reachable only from this computer.
  expect(pushPolicy({ publicOrigin: undefined })).toBe('loopback');
});

test('a push service is at 443: no other port of the Internet is knocked at', async () => {
  const sessionId = await openSession(maya);
  for (const endpoint of ['https://push.example:8443/send/abc', 'https://push.example:22/send']) {
    const refusal = await refusalOf(save(maya, sessionId, browserKeys(endpoint).subscription));
    expect(refusal.status).toBe(400);
  }
  await save(maya, sessionId, browserKeys('https://push.example:443/send/abc').subscription);
  expect(await rows()).toHaveLength(1);
});
