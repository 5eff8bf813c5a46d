import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { openLiveServer, type LiveServer } from '../../../../tests/support/live-server.ts';
import { createOrderContext, order } from '../../../../tests/support/orders.ts';
import {
  cookieOf,
  employ,
  teamServices,
  tracedBy,
  type TestServices,
} from '../../../../tests/support/team.ts';
import {
  abortUpload,
  askOffset,
  begin,
  sendChunk,
  upload,
  type UploadAs,
} from '../../../../tests/support/upload.ts';
import { MEBIBYTE } from '../../../chat/protocol/files.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { forgetUnsent, removeDeleted } from '../../../files/server/sweep/prune-files.server.ts';
import { beginUpload } from '../../../files/server/upload/begin-upload.server.ts';
import { finishUpload } from '../../../files/server/upload/finish-upload.server.ts';
import { readUnfinished } from '../../../files/server/upload/read-unfinished.server.ts';
import { readSettings, SettingsError } from '../../../platform/settings.server.ts';
import { deliver } from '../delivery/delivery.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { ownerOf, placeOfDelivery, readOrderBytes } from './order-file-rules.server.ts';

const HOUR_MS = 60 * 60 * 1000;
const ENV = { FILE_MAX_MIB: '1', ORDER_FILE_MAX_MIB: '3', ORDER_FILES_MIB: '4' };

const store = useDatabase();
let services: TestServices;
let server: LiveServer;
let second: LiveServer;

beforeEach(async () => {
  services = teamServices(store.db);
  server = await openLiveServer(store.db, services, { env: ENV });
  second = await openLiveServer(store.db, services, { env: ENV });
  await employ(store.db, services, 'maya');
  await employ(store.db, services, 'ines');
});
afterEach(() => Promise.all([server.close(), second.close()]));

async function ordered({ questions = '' } = {}) {
  const appContext = createOrderContext(store.db);
  const one = await order(appContext, { questions });
  const { maya, number, secret } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const as = (address: string, cookie = '', at = server): UploadAs => {
    return { server: at, conversationId: '', cookie, address };
  };
  const address = `/team/orders/E-${number}/files`;
  const cookie = await cookieOf(store.db, services, 'maya');
  return {
    ...one,
    appContext,
    team: as(address, cookie),
    teamElsewhere: as(address, cookie, second),
    colleague: as(address, await cookieOf(store.db, services, 'ines')),
    brief: as(`/order/${secret}/brief/files`),
    deliver: (fileIds: readonly string[]) =>
      deliver(appContext, tracedBy(maya), maya, number, 'Here it is.', fileIds),
  };
}

const messageOf = async (answer: Response) =>
  ((await answer.json()) as { error: { message: string } }).error.message;
const film = (mib: number) => new Uint8Array(randomBytes(mib * MEBIBYTE));
const offsetOf = async (as: UploadAs, id: string) =>
  Number((await askOffset(as, id)).headers.get('Upload-Offset'));
const statusesOf = (answers: readonly Response[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

describe('the largest file of an order', () => {
  test('may have exactly the limit, and not one byte more', async () => {
    const { team } = await ordered();
    const refused = await begin(team, randomUUID(), 'film.mp4', 3 * MEBIBYTE + 1);
    expect([refused.status, await messageOf(refused)]).toEqual([
      413,
      '“film.mp4” is too large. A file can be up to 3 MB.',
    ]);
    expect((await begin(team, randomUUID(), 'film.mp4', 3 * MEBIBYTE)).status).toBe(201);
    expect((await begin(team, randomUUID(), 'film.mp4', 0)).status).toBe(400);
  });

  test('comes from the buyer once the order is paid, however little strangers may send', async () => {
    await server.close();
    const limits = {
      UNSENT_FILES_MIB: '1',
      FILES_PER_HOUR_MIB: '1',
      NETWORK_FILES_PER_HOUR_MIB: '1',
    };
    server = await openLiveServer(store.db, services, { env: { ...ENV, ...limits } });
    const one = await ordered({ questions: 'Which film?' });
    const { id, answer } = await upload(one.brief, { name: 'raw.bin', bytes: film(3) });
    expect(answer.status).toBe(204);
    await completeBrief(one.appContext, one.secret, { 'answer-0': 'This one' }, [id]);
    const opened = await server.ask(`/order/${one.secret}/files/${id}`);
    expect((await opened.arrayBuffer()).byteLength).toBe(3 * MEBIBYTE);
  });

  test('does not exceed what all files of an order may have', () => {
    const read = (env: Record<string, string>) => () => readSettings(env);
    expect(read({ ORDER_FILE_MAX_MIB: '5120', ORDER_FILES_MIB: '5119' })).toThrow(SettingsError);
    expect(read({ ORDER_FILE_MAX_MIB: '5121' })).toThrow(SettingsError);
    expect(readSettings({}).orderFileMaxMib).toBe(25);
    expect(readSettings({ ORDER_FILE_MAX_MIB: '5120' }).orderFileMaxMib).toBe(5120);
  });
});

test('a delivery that is larger than the scanner accepts is stored without a scan, and no smaller one', async () => {
  const { maya, number } = await ordered();
  const scanned: number[] = [];
  const settings = { ...server.appContext.settings, scannerMaxMib: 1 };
  const scan = async (path: string) => {
    scanned.push((await stat(path)).size);
    return undefined;
  };
  const context = { ...server.appContext, settings, files: { ...server.appContext.files, scan } };
  const place = await placeOfDelivery(store.db, maya, number, settings);
  for (const size of [MEBIBYTE, MEBIBYTE + 1]) {
    const file = { id: randomUUID(), name: 'film.bin', size };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const row = await beginUpload(context, place, file);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await finishUpload(context, row, (path) => writeFile(path, new Uint8Array(size)));
  }
  expect(scanned).toEqual([MEBIBYTE]);
  expect(await store.db.$count(files, isNotNull(files.storedAt))).toBe(2);
});

describe('the limit of all files of an order', () => {
  test('counts unfinished uploads, says how much is used, and gives the space of a removed file back', async () => {
    const { id, team, brief } = await ordered();
    const unfinished = randomUUID();
    expect((await begin(team, unfinished, 'film.mp4', 3 * MEBIBYTE)).status).toBe(201);
    expect((await begin(team, randomUUID(), 'poster.pdf', MEBIBYTE)).status).toBe(201);
    expect(await readOrderBytes(store.db, id)).toBe(4 * MEBIBYTE);
    const refused = await begin(team, randomUUID(), 'one.txt', 1);
    expect([refused.status, await messageOf(refused)]).toEqual([
      413,
      "The file doesn't fit: this order's files take 4 MB of 4 MB. Remove files that you have not delivered, deliver a link instead, or ask an admin to raise the limit.",
    ]);
    expect((await begin(brief, randomUUID(), 'one.txt', 1)).status).not.toBe(201);
    expect((await abortUpload(team, unfinished)).status).toBe(204);
    expect((await begin(team, randomUUID(), 'one.txt', 1)).status).toBe(201);
  });

  test('holds for two processes at once', async () => {
    const { team, teamElsewhere } = await ordered();
    const answers = await Promise.all(
      [team, teamElsewhere].map((as) => begin(as, randomUUID(), 'film.mp4', 3 * MEBIBYTE)),
    );
    expect(statusesOf(answers)).toEqual([201, 413]);
  });
});

describe('an interrupted upload', () => {
  const fingerprint = createHash('sha256').update('film').digest('hex');

  test('is listed for its sender alone, and continues at its offset, through any process', async () => {
    const one = await ordered();
    const bytes = film(2);
    const id = randomUUID();
    await begin(one.team, id, 'film.mp4', bytes.length, fingerprint);
    await sendChunk(one.team, id, 0, bytes.subarray(0, MEBIBYTE));
    const listed = (memberId?: string) =>
      readUnfinished(server.appContext, ownerOf(one.id, 'delivery', memberId));
    expect(await listed(one.maya.id)).toEqual([
      { id, name: 'film.mp4', size: 2 * MEBIBYTE, sent: MEBIBYTE, fingerprint },
    ]);
    expect(await listed(randomUUID())).toEqual([]);
    expect(await readUnfinished(server.appContext, ownerOf(one.id, 'brief'))).toEqual([]);
    expect(await offsetOf(one.teamElsewhere, id)).toBe(MEBIBYTE);
    const last = await sendChunk(one.teamElsewhere, id, MEBIBYTE, bytes.subarray(MEBIBYTE));
    expect(last.status).toBe(204);
    expect(await listed(one.maya.id)).toEqual([]);
    await one.deliver([id]);
    const opened = await server.ask(`/order/${one.secret}/files/${id}`);
    expect(Buffer.from(await opened.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('takes no bytes at another offset, and none twice', async () => {
    const { team } = await ordered();
    const bytes = film(2);
    const id = randomUUID();
    await begin(team, id, 'film.mp4', bytes.length);
    const half = bytes.subarray(0, MEBIBYTE);
    await sendChunk(team, id, 0, half);
    for (const offset of [0, MEBIBYTE - 1, MEBIBYTE + 1]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as one sender would
      expect((await sendChunk(team, id, offset, half)).status).toBe(409);
    }
    expect(await offsetOf(team, id)).toBe(MEBIBYTE);
    // More than was announced is refused, and less arrives.
    await sendChunk(team, id, MEBIBYTE, bytes);
    expect(await offsetOf(team, id)).toBeLessThanOrEqual(2 * MEBIBYTE);
  });

  test('keeps its bytes when another tab begins the same upload', async () => {
    const { team, teamElsewhere } = await ordered();
    const bytes = film(2);
    const id = randomUUID();
    await begin(team, id, 'film.mp4', bytes.length);
    await sendChunk(team, id, 0, bytes.subarray(0, MEBIBYTE));
    expect((await begin(teamElsewhere, id, 'film.mp4', bytes.length)).status).toBe(201);
    expect(await offsetOf(team, id)).toBe(MEBIBYTE);
    expect((await begin(team, id, 'film.mp4', bytes.length - 1)).status).toBe(409);
  });

  test('is unknown to colleagues, buyers and strangers who know its ID', async () => {
    const one = await ordered();
    const other = await ordered();
    const id = randomUUID();
    await begin(one.team, id, 'film.mp4', 10);
    const stranger = { ...one.team, cookie: '' };
    for (const as of [one.colleague, one.brief, other.team]) {
      const answers = [
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await askOffset(as, id),
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await sendChunk(as, id, 0, new Uint8Array(5)),
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await abortUpload(as, id),
      ];
      expect(statusesOf(answers)).not.toContain(204);
      expect(answers.every(({ status }) => status === 404 || status === 409)).toBe(true);
    }
    expect((await askOffset(stranger, id)).status).toBe(401);
    expect(await offsetOf(one.team, id)).toBe(0);
  });

  test('ends a day after it began; a file that arrived late has a day to be delivered', async () => {
    const one = await ordered();
    const [stopped, late] = [randomUUID(), randomUUID()];
    await begin(one.team, stopped, 'stopped.mp4', 10);
    await begin(one.team, late, 'late.mp4', 5);
    services.clock.advance(23 * HOUR_MS);
    expect((await sendChunk(one.team, late, 0, new Uint8Array(5))).status).toBe(204);
    services.clock.advance(2 * HOUR_MS);
    await forgetUnsent(server.appContext);
    await removeDeleted(server.appContext);
    expect((await askOffset(one.team, stopped)).status).toBe(404);
    expect((await store.db.select({ id: files.id }).from(files)).map(({ id }) => id)).toEqual([
      late,
    ]);
    services.clock.advance(23 * HOUR_MS);
    await forgetUnsent(server.appContext);
    expect(await store.db.$count(files)).toBe(0);
  });
});

test('two spellings of one name are versions of one file', async () => {
  const one = await ordered();
  const [decomposed, composed] = ['Cafe\u0301.pdf', 'Caf\u00e9.pdf'];
  for (const name of [decomposed, composed]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await upload(one.team, { name, bytes: new TextEncoder().encode(name) });
  }
  const names = (await store.db.select({ name: files.name }).from(files)).map(({ name }) => name);
  expect(names).toEqual([composed, composed]);
});
