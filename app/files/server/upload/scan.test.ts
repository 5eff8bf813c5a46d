import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  hire,
  createChatContext,
  TestClock,
  useEmbeddedDatabase,
} from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { openVisitor } from '../../../../tests/support/visitor.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { placeInConversation } from '../../../chat/server/files/upload-place.server.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { MEBIBYTE } from '../../../chat/protocol/files.ts';
import { limitsOfOrder } from '../open-files.server.ts';
import { beginUpload } from './begin-upload.server.ts';
import { finishUpload } from './finish-upload.server.ts';
import { AboveScannerLimitError, scanWithClamd } from '../../../platform/files/scan.server.ts';

/** The EICAR test virus, split in two so that no scanner reports this source file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);

/** Speaks the protocol of clamd (man clamd, INSTREAM) and records the received content. */
class ScannerPeer {
  readonly #server: Server;
  answer: (content: Buffer) => string | undefined = (content) =>
    content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
  readonly received: Buffer[] = [];
  /** As `StreamMaxLength` of clamd: a longer chunk is refused once its length is read. */
  longestChunk = Infinity;

  constructor() {
    this.#server = createServer((socket) => this.#talk(socket));
  }

  async listen(): Promise<{ host: string; port: number }> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port };
  }

  close(): void {
    this.#server.close();
  }

  #talk(socket: Socket): void {
    let sent = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      sent = Buffer.concat([sent, chunk]);
      const declared = sent.length < 14 ? 0 : sent.readUInt32BE(10);
      if (declared > this.longestChunk) {
        // Whatever arrives after the refusal resets the connection.
        socket.removeAllListeners('data').on('data', () => socket.resetAndDestroy());
        socket.write('INSTREAM size limit exceeded. ERROR\0');
        return;
      }
      const content = readStream(sent);
      if (!content) return;
      this.received.push(content);
      const answer = this.answer(content);
      if (answer === undefined) socket.destroy();
      else socket.end(`${answer}\0`);
    });
  }
}

function readStream(sent: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (sent.toString('latin1', 0, command.length) !== command) return undefined;
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= sent.length;) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

let peer: ScannerPeer;
let address: { host: string; port: number };
let folder: string;
const store = useEmbeddedDatabase();

beforeEach(async () => {
  peer = new ScannerPeer();
  address = await peer.listen();
  folder = await mkdtemp(join(tmpdir(), 'embarka-scan-'));
});
afterEach(async () => {
  peer.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(words: string | Buffer): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, words);
  return path;
}

describe('a scanner', () => {
  test('is sent all of a file and says what it found', async () => {
    const scan = scanWithClamd(address);
    const large = Buffer.alloc(3_000_000, 'harbour ');
    expect(await scan(await fileOf(large))).toBeUndefined();
    expect(peer.received[0]?.equals(large)).toBe(true);
    expect(await scan(await fileOf(EICAR))).toBe('Eicar-Test-Signature');
  });

  test.each([
    ['hangs up', () => undefined],
    ['takes no file of that size', () => 'INSTREAM size limit exceeded. ERROR'],
    ['says something else', () => 'stream: maybe'],
  ])('that %s has found nothing out', async (_, answer) => {
    peer.answer = answer;
    await expect(scanWithClamd(address)(await fileOf('words'))).rejects.toThrow(/scanner/i);
  });

  test('that is not there has found nothing out', async () => {
    peer.close();
    await expect(scanWithClamd(address)(await fileOf('words'))).rejects.toThrow(/scanner/i);
  });
});

/** Uploads a file and leaves it to the test to finish it. */
async function uploaded(words: string | Buffer) {
  await hire(store.db, 'maya');
  return uploadedBy('elena@northfold.example', words);
}

async function uploadedBy(email: string, words: string | Buffer) {
  const { id: conversationId, browserId } = await openVisitor(store.db, email);
  const open = testFiles();
  const settings = readSettings({});
  const appContext = {
    ...createChatContext(store.db, new TestClock()),
    files: { ...open, scan: scanWithClamd(address) },
    settings,
  };
  const viewer = { kind: 'browser', browserId } as const;
  const row = await beginUpload(appContext, placeInConversation(viewer, conversationId), {
    id: randomUUID(),
    name: 'invoice.exe',
    size: words.length,
  });
  const { Upload } = await import('@tus/server');
  const { Readable } = await import('node:stream');
  const name = row.id;
  await open.uploads.dataStore.create(new Upload({ id: name, size: words.length, offset: 0 }));
  await open.uploads.dataStore.write(Readable.from([Buffer.from(words)]), name, 0);
  return { appContext, row };
}

describe('a file that waits for the scanner', () => {
  test('is refused by name when something is found, with a word in the audit log', async () => {
    const { appContext, row } = await uploaded(EICAR);
    await expect(finishUpload(appContext, row)).rejects.toMatchObject({
      status: 422,
      message: "“invoice.exe” wasn't added: it contains a virus.",
    });
    expect(await store.db.select().from(files)).toEqual([]);
    expect(await appContext.files.store.open(row.id, 'original')).toBeUndefined();
    expect(await store.db.select().from(auditLog)).toMatchObject([
      {
        action: 'file-refused',
        subject: row.conversationId,
        detailMessage: { key: 'text', values: { text: 'Eicar-Test-Signature' } },
      },
    ]);
  });

  test('is kept until the scanner is back, and stored then', async () => {
    const { appContext, row } = await uploaded('harmless');
    peer.answer = () => undefined;
    await expect(finishUpload(appContext, row)).rejects.toMatchObject({ status: 503 });
    expect(await store.db.select().from(files)).toMatchObject([{ id: row.id, storedAt: null }]);
    peer.answer = () => 'stream: OK';
    await finishUpload(appContext, row);
    expect(await store.db.select().from(files)).toMatchObject([{ type: 'text/plain', size: 8 }]);
  });
});

test('a video waits in the queue of the pictures, and is kept if its turn does not come', async () => {
  const video = Buffer.from('000000146674797069736f6d0000000069736f6d000000086d646174', 'hex');
  const { appContext, row } = await uploaded(video);
  const { pictures } = appContext.files;
  const held = Promise.withResolvers<void>();
  const before = pictures.inTurn({ isTeam: false, share: 'other' }, () => held.promise);
  const waiting = finishUpload(appContext, row);
  const full = {
    ...appContext.files,
    pictures: { ...pictures, inTurn: () => Promise.reject(new Error('Too many tasks')) },
  };
  const { appContext: other, row: refused } = await uploadedBy('ben@lumen.example', video);
  await expect(finishUpload({ ...other, files: full }, refused)).rejects.toMatchObject({
    status: 503,
  });
  const stored = () => store.db.select().from(files).where(isNotNull(files.storedAt));
  expect(await stored()).toEqual([]);
  held.resolve();
  await Promise.all([before, waiting, finishUpload(other, refused)]);
  expect(await stored()).toHaveLength(2);
});

describe('a file that is larger than the scanner accepts', () => {
  test('is recognized although the scanner hangs up in the middle', async () => {
    peer.longestChunk = 10 * MEBIBYTE;
    const scan = scanWithClamd(address);
    const large = await fileOf(Buffer.alloc(30 * MEBIBYTE, 'harbour '));
    await expect(scan(large)).rejects.toBeInstanceOf(AboveScannerLimitError);
  });

  test('is refused for good, instead of waiting for a scan that cannot succeed', async () => {
    const { appContext, row } = await uploaded('a long film');
    peer.answer = () => 'INSTREAM size limit exceeded. ERROR';
    await expect(finishUpload(appContext, row)).rejects.toMatchObject({
      status: 422,
      message: '“invoice.exe” wasn’t added: it is larger than the virus scanner accepts.',
    });
    expect(await store.db.select().from(files)).toEqual([]);
  });

  test('is refused before its first byte if a buyer adds it to an order, and accepted from the team', () => {
    const settings = readSettings({
      CLAMD_URL: 'tcp://127.0.0.1:1',
      CLAMD_MAX_MIB: '100',
      ORDER_FILE_MAX_MIB: '5120',
    });
    const mibOf = (purpose: 'brief' | 'delivery') =>
      limitsOfOrder(settings, purpose).maxBytes / MEBIBYTE;
    expect([mibOf('brief'), mibOf('delivery')]).toEqual([100, 5120]);
  });
});

// Runs against a real clamd if the environment names one. Its database must know the test virus.
test.skipIf(!process.env.TEST_CLAMD_URL)(
  'the scanner that was named finds the test virus',
  async () => {
    const { scanner } = readSettings({ CLAMD_URL: process.env.TEST_CLAMD_URL });
    if (!scanner) throw new Error('TEST_CLAMD_URL names none');
    const scan = scanWithClamd(scanner);
    expect(await scan(await fileOf('words'))).toBeUndefined();
    expect(await scan(await fileOf(Buffer.alloc(2_000_000, 'harbour ')))).toBeUndefined();
    expect(await scan(await fileOf(EICAR))).toMatch(/eicar/i);
  },
);
