import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import { namePaths, serveArchive } from './serve-archive.server.ts';
import { serveFile } from './serve-file.server.ts';

const pathsOf = (...names: string[]) =>
  namePaths(names.map((name) => ({ folder: 'Delivery 1', name }))).map((path) =>
    path.slice('Delivery 1/'.length),
  );

describe('the paths of an archive', () => {
  test('can be unpacked on every system and lead nowhere else', () => {
    expect(pathsOf('../../etc/passwd', 'C:\\autoexec.bat', 'a\u0000b?.txt', '..', '.env')).toEqual([
      '__.._etc_passwd',
      'C__autoexec.bat',
      'a_b_.txt',
      '_',
      '_env',
    ]);
    expect(pathsOf('con', 'LPT1.txt', 'concept.txt', 'ends. ', '')).toEqual([
      '_con',
      '_LPT1.txt',
      'concept.txt',
      'ends._',
      '_',
    ]);
    expect(namePaths([{ folder: '../up', name: 'a' }])).toEqual(['__up/a']);
  });

  test('are unique without regard to case, also beside names with numbers', () => {
    expect(pathsOf('logo.png', 'LOGO.png', 'logo (2).png', 'logo.png')).toEqual([
      'logo.png',
      'LOGO (2).png',
      'logo (2) (2).png',
      'logo (3).png',
    ]);
  });

  test('are short and keep their ending', () => {
    const [path = ''] = pathsOf(`${'é'.repeat(300)}.pdf`);
    expect(path).toHaveLength(120);
    expect(path).toMatch(/\.pdf$/);
  });
});

test('a client that goes away closes the file that is being read, and no further one is opened', async () => {
  const opened: Readable[] = [];
  const size = 10 * 1024 * 1024;
  const store = {
    sizeOf: () => Promise.resolve(size),
    open() {
      const stream = Readable.from(Array.from({ length: 160 }, () => Buffer.alloc(size / 160)));
      opened.push(stream);
      return Promise.resolve({ stream, size });
    },
  } as unknown as FileStore;
  const entries = ['a.bin', 'b.bin'].map((name) => {
    return { id: name, folder: 'Brief', name, size, at: new Date('2026-06-12T10:00:00Z') };
  });
  const answer = await serveArchive(store, 'E-1001.zip', entries, new Request('http://a.example'));
  const reader = answer!.body!.getReader();
  // The entry's header, and the beginning of the file.
  await reader.read();
  await reader.read();
  expect(opened).toHaveLength(1);
  await reader.cancel();
  await expect.poll(() => opened[0]?.destroyed).toBe(true);
  expect(opened).toHaveLength(1);
});

test('a file that changed after the archive began breaks the archive off and is closed', async () => {
  const opened: Readable[] = [];
  const store = {
    sizeOf: () => Promise.resolve(3),
    open(id: string) {
      const stream = Readable.from([Buffer.from('abc')]);
      opened.push(stream);
      return Promise.resolve({ stream, size: id === 'b.bin' ? 4 : 3 });
    },
  } as unknown as FileStore;
  const entries = ['a.bin', 'b.bin', 'c.bin'].map((name) => {
    return { id: name, folder: 'Brief', name, size: 3, at: new Date('2026-06-12T10:00:00Z') };
  });
  const answer = await serveArchive(store, 'E-1001.zip', entries, new Request('http://a.example'));
  await expect(answer!.arrayBuffer()).rejects.toThrow('The bytes of file b.bin have changed');
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test.each([
  ['after the first bytes', 0],
  ['while the file is being opened', 200],
])('a client that goes away %s ends the reading of a file', async (_, opensAfterMs) => {
  let stream: Readable | undefined;
  const store = {
    sizeOf: () => Promise.resolve(1_000_000),
    async open() {
      await new Promise((resolve) => {
        setTimeout(resolve, opensAfterMs);
      });
      let hasSent = false;
      // A bucket that sends nothing more.
      stream = new Readable({
        read() {
          if (!hasSent) this.push('first bytes');
          hasSent = true;
        },
      });
      return { stream, size: 1_000_000 };
    },
  } as unknown as FileStore;
  const file = { id: 'a', name: 'a.bin', type: 'application/octet-stream' } as never;
  const listen = getRequestListener(
    async (asked) => (await serveFile(store, file, undefined, asked))!,
  );
  const server = createServer((incoming, outgoing) => {
    void listen(incoming, outgoing);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const asked = request({ port: (server.address() as AddressInfo).port }, (answer) => {
    answer.once('data', () => asked.destroy());
    answer.on('error', () => {});
  });
  asked.on('error', () => {});
  asked.end();
  if (opensAfterMs > 0) setTimeout(() => asked.destroy(), opensAfterMs / 2);
  await expect.poll(() => stream?.destroyed, { timeout: 5000 }).toBe(true);
  server.close();
});
