import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { openLiveServer, type LiveServer } from '../../../../tests/support/live-server.ts';
import {
  cookieOf,
  employ,
  teamServices,
  type TestServices,
} from '../../../../tests/support/team.ts';
import {
  askOffset,
  begin as announce,
  sendChunk,
  sendWith,
  upload,
} from '../../../../tests/support/upload.ts';
import { placeInConversation } from '../../../chat/server/files/upload-place.server.ts';
import { beginUpload } from './begin-upload.server.ts';
import { openVisitor, type TestVisitor } from '../../../../tests/support/visitor.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { uploadUsage } from '../../../platform/files/tables.server.ts';
import {
  forgetUploadUsage,
  takeUploadQuota,
  type UploadSource,
} from '../../../platform/files/upload-quota.server.ts';
import { forgetUnsent, removeDeleted } from '../sweep/prune-files.server.ts';

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
const LARGEST = 25 * MEBIBYTE;

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let second: LiveServer;
let elena: TestVisitor;
let priya: TestVisitor;

async function open(env: Record<string, string> = {}) {
  await Promise.all([server?.close(), second?.close()]);
  const options = { env: { TRUSTED_PROXIES: '127.0.0.1', ...env } };
  server = await openLiveServer(store.db, services, options);
  second = await openLiveServer(store.db, services, options);
}

beforeEach(async () => {
  services = teamServices(store.db);
  await employ(store.db, services, 'maya');
  await open();
  elena = await openVisitor(store.db, VISITORS.elena);
  priya = await openVisitor(store.db, VISITORS.priya);
});
afterEach(async () => {
  await Promise.all([server.close(), second.close()]);
});

interface Begun {
  readonly from?: string;
  readonly at?: LiveServer;
  readonly size?: number;
}

function begin(
  visitor: TestVisitor,
  { from = '203.0.113.9', at = server, size = LARGEST }: Begun = {},
): Promise<Response> {
  return ask(`/chat/conversations/${visitor.id}/files`, visitor.cookie, { from, at, size });
}

function ask(path: string, cookie: string, { from, at, size }: Required<Begun>) {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return at.ask(path, {
    method: 'POST',
    cookie,
    headers: {
      'X-Forwarded-For': from,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(size),
      'Upload-Metadata': `id ${encode(randomUUID())},name ${encode('a.zip')}`,
    },
  });
}

const count = async (times: number, one: () => Promise<Response>) => {
  const statuses: number[] = [];
  // oxlint-disable-next-line no-await-in-loop -- in the order in which they are counted
  for (let time = 0; time < times; time += 1) statuses.push((await one()).status);
  return statuses;
};
const wordsOf = async (answer: Response) =>
  ((await answer.json()) as { error: { message: string } }).error.message;
const EACH = (status: number, times: number) => Array.from({ length: times }, () => status);

describe('a network', () => {
  beforeEach(() => open({ UNSENT_FILES_MIB: '5000' }));

  test('brings 500 MiB in an hour, through however many chats and processes', async () => {
    expect(await count(12, () => begin(elena))).toEqual(EACH(201, 12));
    expect(await count(8, () => begin(priya, { at: second }))).toEqual(EACH(201, 8));
    const refused = await begin(priya, { at: second });
    expect(refused.status).toBe(429);
    expect(await wordsOf(refused)).toBe(
      'Your network has reached its hourly upload limit. Try again later, or send a link to the file.',
    );
    // The time slot of the first uploads expires after 55 to 60 minutes.
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(55 * 60);
    expect((await begin(priya, { from: '198.51.100.7' })).status).toBe(201);
  });

  test('is not given back what it takes back', async () => {
    expect(await count(20, () => begin(elena))).toEqual(EACH(201, 20));
    await store.db.delete(files);
    expect((await begin(elena)).status).toBe(429);
  });

  test('has all of it again after an hour, and nothing is kept of it then', async () => {
    await count(20, () => begin(elena));
    await store.db.delete(files);
    services.clock.advance(59 * MINUTE_MS);
    expect((await begin(elena)).status).toBe(429);
    services.clock.advance(6 * MINUTE_MS);
    expect((await begin(elena)).status).toBe(201);
    services.clock.advance(61 * MINUTE_MS);
    await change(server.appContext, undefined, (tx) => forgetUploadUsage(tx, services.clock));
    expect(await store.db.select().from(uploadUsage)).toEqual([]);
  });

  test('is the whole of it where somebody rents a thousand', async () => {
    const take = (source: UploadSource, mib: number) =>
      change(server.appContext, undefined, (tx) =>
        takeUploadQuota(tx, new TestClock(), server.appContext.settings, source, mib * MEBIBYTE),
      ).then(
        () => 'taken',
        (error: { status?: number }) => error.status,
      );
    const of = (block: string) => ({ kind: 'network', block }) as const;
    expect(await take(of('2001:db8:7:1'), 500)).toBe('taken');
    expect(await take(of('2001:db8:7:2'), 251)).toBe(429);
    expect(await take(of('2001:db8:7:2'), 250)).toBe('taken');
    expect(await take(of('2001:db8:7:100'), 251)).toBe(429);
    expect(await take(of('2001:db8:7:100'), 250)).toBe('taken');
    expect(await take(of('2001:db8:7:ff00'), 1)).toBe(429);
    expect(await take(of('2001:db8:8:1'), 500)).toBe('taken');
  });

  test('that begins many at once gets no more of them', async () => {
    await open({ NETWORK_FILES_PER_HOUR_MIB: '100' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        begin(n % 2 ? elena : priya, { at: n % 3 ? server : second }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect([taken.length, answers.length - taken.length]).toEqual([4, 6]);
  });
});

describe('somebody of the team', () => {
  test('brings so much in an hour, to chats and the catalogue together', async () => {
    await open({ MEMBER_FILES_PER_HOUR_MIB: '60' });
    await employ(store.db, services, 'henrik');
    const cookie = await cookieOf(store.db, services, 'henrik');
    const address = '/team/catalogue/uploads/photo';
    const photo = () =>
      ask(address, cookie, { from: '203.0.113.9', at: second, size: 15 * MEBIBYTE });
    expect(await count(5, photo)).toEqual([...EACH(201, 4), 429]);
    // The quota of visitors in the same office is separate.
    expect((await begin(elena)).status).toBe(201);
    services.clock.advance(66 * MINUTE_MS);
    expect((await photo()).status).toBe(201);
  });
});

describe('what waits to be sent', () => {
  test('has a limit for all visitors together, which chats of the team pass', async () => {
    await open({ UNSENT_FILES_MIB: '50', FILES_PER_HOUR_MIB: '10000' });
    const networks = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
    for (const from of networks.slice(0, 2))
      expect((await begin(elena, { from })).status).toBe(201);
    const refused = await begin(priya, { from: networks[2]! });
    expect([refused.status, await wordsOf(refused)]).toEqual([
      507,
      'Too many files are waiting to be sent here. Try again in a few minutes.',
    ]);
    // A visitor whom the team has answered can go on.
    await store.db
      .update(conversations)
      .set({ firstAnsweredAt: services.clock.now() })
      .where(eq(conversations.id, priya.id));
    for (const from of networks.slice(2)) expect((await begin(priya, { from })).status).toBe(201);
    expect((await begin(priya, { from: '203.0.113.5' })).status).toBe(507);
    services.clock.advance(61 * MINUTE_MS);
    await forgetUnsent(server.appContext);
    expect(await store.db.$count(files)).toBe(0);
  });

  test('of one network is a tenth of it, in bytes and files, and refuses nobody else’s', async () => {
    await open({ FILES_PER_HOUR_MIB: '10000', NETWORK_FILES_PER_HOUR_MIB: '10000' });
    const from = '2001:db8:7:1::9';
    expect(await count(11, () => begin(elena, { from }))).toEqual([...EACH(201, 10), 507]);
    expect((await begin(priya, { from: '2001:db8:7:2::9', at: second })).status).toBe(507);
    expect((await begin(priya, { from: '2001:db8:8:1::9' })).status).toBe(201);
    // A sent file no longer counts, and its row says nothing of the network.
    const text = new TextEncoder().encode('a');
    const as = { server, conversationId: priya.id, cookie: priya.cookie };
    const { id } = await upload(as, { name: 'a.txt', bytes: text });
    const network = async () =>
      (await store.db.select({ is: files.network }).from(files).where(eq(files.id, id)))[0]?.is;
    expect(await network()).toMatch(/^[\w-]{43}$/);
    await sendWith(as, [id]);
    expect(await network()).toBeNull();
    await store.db.delete(files);
    const place = placeInConversation({ kind: 'browser', browserId: elena.browserId }, elena.id);
    const one = { ...place, network: '198.51.100.7' };
    const { appContext } = server;
    for (let number = 1; number <= 200; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await beginUpload(appContext, one, { id: randomUUID(), name: 'a', size: 1 });
      if (number % 100 === 0) services.clock.advance(61 * MINUTE_MS);
    }
    const more = beginUpload(appContext, one, { id: randomUUID(), name: 'a', size: 1 });
    await expect(more).rejects.toMatchObject({ status: 507 });
  });

  test('is forgotten after ten minutes if nothing of it arrives, and can be announced again', async () => {
    const as = { server, conversationId: elena.id, cookie: elena.cookie };
    const [silent, slow] = [randomUUID(), randomUUID()];
    const bytes = new Uint8Array(8);
    for (const id of [silent, slow]) await announce(as, id, 'a.bin', 8);
    expect((await sendChunk(as, slow, 0, bytes.subarray(0, 3))).status).toBe(204);
    services.clock.advance(9 * MINUTE_MS);
    await forgetUnsent(server.appContext);
    expect(await store.db.$count(files)).toBe(2);
    services.clock.advance(2 * MINUTE_MS);
    await forgetUnsent(server.appContext);
    expect((await sendChunk(as, silent, 0, bytes)).status).toBe(404);
    expect((await askOffset(as, slow)).headers.get('Upload-Offset')).toBe('3');
    await removeDeleted(server.appContext);
    expect((await announce(as, silent, 'a.bin', 8)).status).toBe(201);
    expect((await sendChunk(as, silent, 0, bytes)).status).toBe(204);
    await sendWith(as, [silent]);
  });

  test('goes after an hour where nobody of the team has answered, and after a day elsewhere', async () => {
    const text = (words: string) => new TextEncoder().encode(words);
    const as = (visitor: TestVisitor) => ({
      server,
      conversationId: visitor.id,
      cookie: visitor.cookie,
    });
    const { id: lonely } = await upload(as(elena), { name: 'a.txt', bytes: text('a') });
    const { id: sent } = await upload(as(elena), { name: 'b.txt', bytes: text('b') });
    await sendWith(as(elena), [sent]);
    const { id: answered } = await upload(as(priya), { name: 'c.txt', bytes: text('c') });
    await store.db
      .update(conversations)
      .set({ firstAnsweredAt: services.clock.now() })
      .where(eq(conversations.id, priya.id));
    const left = async () => {
      await forgetUnsent(server.appContext);
      await removeDeleted(server.appContext);
      const there = await Promise.all(
        [lonely, sent, answered].map((id) => testFiles().store.sizeOf(id, 'original')),
      );
      return there.map((size) => size !== undefined);
    };
    services.clock.advance(59 * MINUTE_MS);
    expect(await left()).toEqual([true, true, true]);
    services.clock.advance(2 * MINUTE_MS);
    expect(await left()).toEqual([false, true, true]);
    services.clock.advance(24 * 60 * MINUTE_MS);
    expect(await left()).toEqual([false, true, false]);
  });
});
