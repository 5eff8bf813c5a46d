import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../support/cast.ts';
import { useDatabase } from '../support/database.ts';
import { gif, solid, tiff, withPngChunk } from '../support/bombs.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { teamServices } from '../support/team.ts';
import { begin, sendChunk, sendWith, type UploadAs } from '../support/upload.ts';
import { openVisitor, type TestVisitor } from '../support/visitor.ts';

const MEBIBYTE = 1024 * 1024;
/** What the process for pictures may have: the setting, and what it takes itself. */
const MOST_MIB = 384 + 176;

const store = useDatabase();
let server: LiveServer;
let elena: TestVisitor;
let priya: TestVisitor;

beforeEach(async () => {
  server = await openLiveServer(store.db, teamServices(store.db), {
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  elena = await openVisitor(store.db, VISITORS.elena);
  priya = await openVisitor(store.db, VISITORS.priya);
  return () => server.close();
});

/** The most that processes of ours had in memory, in mebibytes, looked at while the tests run. */
const peak = { pictures: 0, server: 0 };
let looks: NodeJS.Timeout;
beforeAll(() => {
  looks = setInterval(look, 50);
});
afterAll(() => clearInterval(looks));

function look(): void {
  peak.server = Math.max(peak.server, process.memoryUsage.rss() / MEBIBYTE);
  if (process.platform !== 'linux') return;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      if (Number(parent) !== process.pid) continue;
      if (!readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('picture-process')) continue;
      const [, held] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      peak.pictures = Math.max(peak.pictures, Number(held) / 1024);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** Uploads as a visitor from a network of their own. */
const from = ({ id, cookie }: TestVisitor, address: string): UploadAs => ({
  conversationId: id,
  cookie,
  server: {
    ask: (path, init) =>
      server.ask(path, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), 'X-Forwarded-For': address },
      }),
  },
});

async function send(as: UploadAs, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const id = crypto.randomUUID();
  const begun = await begin(as, id, name, bytes.byteLength);
  if (begun.status !== 201) return { id, status: begun.status, words: await begun.text() };
  const answer = await sendChunk(as, id, 0, bytes);
  return { id, status: answer.status, words: await answer.text() };
}

const small = async () => new Uint8Array(await solid(64, 64).jpeg().toBuffer());

describe('a picture that is a bomb', () => {
  const HUGE = { width: 8000, height: 8000 };
  const inPng = async (name: string) =>
    withPngChunk(
      await solid(64, 64).png().toBuffer(),
      name,
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(128 * MEBIBYTE, 65))]),
    );

  test.each([
    ['floats.tif', () => tiff({ ...HUGE, channels: 4, bits: 32, sampleFormat: 3, orientation: 6 })],
    ['wide.tif', () => tiff({ ...HUGE, channels: 4, bits: 16, orientation: 8 })],
    ['pages.tif', () => tiff({ ...HUGE, channels: 3, bits: 8, pages: 200 })],
    [
      'raw.dng',
      () => tiff({ width: 64, height: 64, channels: 3, bits: 8, more: [[50_706, 1, 4]] }),
    ],
    ['film.gif', () => gif(1920, 1080, 96)],
    ['canvas.gif', () => gif(8000, 8000, 1)],
    ['wide.png', async () => new Uint8Array(await solid(20_000, 4000).png().toBuffer())],
    ['cut.jpg', async () => (await small()).slice(0, 200)],
    ['text.png', () => inPng('zTXt')],
    ['profile.png', () => inPng('iCCP')],
  ])('%s is taken or refused by name, in bounded memory, and harms nobody', async (name, make) => {
    const bytes = await make();
    const before = process.memoryUsage.rss() / MEBIBYTE;
    Object.assign(peak, { pictures: 0, server: 0 });
    const { status, words } = await send(from(elena, '203.0.113.9'), name, bytes);
    look();
    process.stdout.write(
      `${name}: ${bytes.byteLength} bytes, ${status}, pictures at most ${Math.round(peak.pictures)} MB, server ${Math.round(before)} to ${Math.round(peak.server)} MB\n`,
    );
    const isTaken = name === 'text.png' || name === 'profile.png';
    expect(isTaken ? [204, 422] : [422]).toContain(status);
    expect(status === 204 || words.includes(`“${name}” wasn't added`)).toBe(true);
    expect(peak.pictures).toBeLessThan(MOST_MIB);
    expect(peak.server - before).toBeLessThan(200);
    const other = from(priya, '198.51.100.7');
    const next = await send(other, 'harbour.jpg', await small());
    expect(next.status).toBe(204);
    expect((await sendWith(other, [next.id])).status).toBe(200);
  });
});

describe('a visitor who sends many pictures', () => {
  test('waits for another’s one, and is refused what is too many', async () => {
    const many = new Uint8Array(await solid(4000, 4000).png().toBuffer());
    const one = await small();
    const greedy = from(elena, '203.0.113.9');
    const order: string[] = [];
    const note = async (who: string, sent: Promise<{ status: number }>) => {
      const { status } = await sent;
      order.push(`${who} ${status}`);
      return status;
    };
    const theirs = Array.from({ length: 30 }, () => note('many', send(greedy, 'a.png', many)));
    // Once all of theirs wait or are refused.
    const refusals = () => order.filter((each) => each === 'many 503').length;
    await expect.poll(refusals, { timeout: 120_000 }).toBeGreaterThan(0);
    const doneBefore = order.filter((each) => each === 'many 204').length;
    const mine = note('one', send(from(priya, '198.51.100.7'), 'harbour.jpg', one));
    expect(await mine).toBe(204);
    const doneMeanwhile = order.filter((each) => each === 'many 204').length - doneBefore;
    const statuses = await Promise.all(theirs);
    process.stdout.write(
      `${doneMeanwhile} of theirs came before the one; ${statuses.filter((status) => status === 204).length} were taken\n`,
    );
    // The one under way, and one that begins while the other's bytes still come.
    expect(doneMeanwhile).toBeLessThanOrEqual(3);
    // On a machine that is too slow to read them in time some bodies are answered with 408.
    expect(statuses.filter((status) => ![204, 408, 503].includes(status))).toEqual([]);
  });
});
