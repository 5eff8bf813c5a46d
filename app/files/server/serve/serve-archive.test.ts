import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import { namePaths, serveArchive } from './serve-archive.server.ts';

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
