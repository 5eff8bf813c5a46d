import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../platform/settings.server.ts';
import { placeRange, type AskedRange } from '../../platform/files/store/file-store.server.ts';
import {
  takenIn,
  uploadsInFolder,
} from '../../platform/files/uploads/unfinished-uploads.server.ts';
import { openStore, type Files } from './open-files.server.ts';

let folder: string;
let bucket: InstanceType<typeof S3rver>;
let endpoint: string;
let strict: Server;

/**
 * Starts a proxy that behaves like a strict bucket: it requires checksums and refuses to delete several objects
 * in one request.
 */
function openStrictServer(): Server {
  return createServer((request, answer) => {
    const { method = 'GET', url = '', headers } = request;
    const hasBody = method === 'PUT' || method === 'POST';
    const isOfMany = method === 'POST' && new URL(url, endpoint).searchParams.has('delete');
    if ((hasBody && !headers['content-md5']) || isOfMany) {
      const why = 'Missing required header for this request: Content-MD5';
      answer.writeHead(400, { 'Content-Type': 'application/xml' });
      answer.end(`<Error><Code>InvalidRequest</Code><Message>${why}</Message></Error>`);
      request.resume();
      return;
    }
    const passed = httpRequest(new URL(url, endpoint), { method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    request.pipe(passed);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embarka-stores-'));
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'harbour' }],
  });
  await mkdir(join(folder, 'bucket'), { recursive: true });
  const { port } = await bucket.run();
  endpoint = `http://127.0.0.1:${port}`;
  strict = openStrictServer();
  await new Promise<void>((listening) => strict.listen(0, '127.0.0.1', listening));
});

afterAll(async () => {
  strict.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const bucketAt = (url: string) =>
  readSettings({
    DATA_DIR: join(folder, 'data of the bucket'),
    FILES_BUCKET: 'harbour',
    FILES_BUCKET_ENDPOINT: url,
    FILES_BUCKET_KEY_ID: 'S3RVER',
    FILES_BUCKET_SECRET: 'S3RVER',
  });

const settingsOf = {
  folder: () => readSettings({ DATA_DIR: join(folder, 'data') }),
  bucket: () => bucketAt(endpoint),
  'strict bucket': () =>
    bucketAt(`http://127.0.0.1:${(strict.address() as { port: number }).port}`),
};

async function source(words: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, words);
  return path;
}

const read = async ({ store }: Pick<Files, 'store'>, id: string, part: 'original' | 'small') => {
  const found = await store.open(id, part);
  return found && { size: found.size, words: (await buffer(found.stream)).toString() };
};

const listed = async ({ store }: Pick<Files, 'store'>) => {
  const entries: string[] = [];
  for await (const { fileId, part, size } of store.list())
    entries.push(`${fileId} ${part} ${size}`);
  return entries.toSorted();
};

describe.each(['folder', 'bucket', 'strict bucket'] as const)('files in a %s', (kind) => {
  let open: Pick<Files, 'store' | 'uploads'>;
  beforeAll(async () => {
    open = await openStore(settingsOf[kind]());
    if (kind === 'folder') await mkdir(join(folder, 'data'), { recursive: true });
  });

  test('are put, opened, listed and removed, and what is not there is nothing', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await open.store.put(one, 'small', await source('small'));
    await open.store.put(one, 'original', await source('the original'));
    await open.store.put(other, 'original', await source('another'));
    expect(await read(open, one, 'original')).toEqual({ size: 12, words: 'the original' });
    expect(await read(open, one, 'small')).toEqual({ size: 5, words: 'small' });
    expect(await read(open, other, 'small')).toBeUndefined();
    expect(await listed(open)).toEqual(
      [`${one} original 12`, `${one} small 5`, `${other} original 7`].toSorted(),
    );
    await open.store.put(one, 'original', await source('replaced'));
    expect(await read(open, one, 'original')).toEqual({ size: 8, words: 'replaced' });
    await open.store.remove(one);
    await open.store.remove(one);
    expect(await read(open, one, 'original')).toBeUndefined();
    expect(await listed(open)).toEqual([`${other} original 7`]);
    await open.store.remove(other);
  });

  test('give a part of a file, as much of it as there is', async () => {
    const id = randomUUID();
    await open.store.put(id, 'original', await source('0123456789'));
    const part = async (asked: AskedRange) => {
      const size = await open.store.sizeOf(id, 'original');
      if (size === undefined) return undefined;
      const range = placeRange(asked, size);
      if (!range) return 'outside';
      const found = await open.store.open(id, 'original', range);
      return found && [(await buffer(found.stream)).toString(), range, found.size];
    };
    expect(await part({ from: 2, to: 4 })).toEqual(['234', { start: 2, end: 4 }, 10]);
    expect(await part({ from: 8, to: undefined })).toEqual(['89', { start: 8, end: 9 }, 10]);
    expect(await part({ from: 8, to: 99 })).toEqual(['89', { start: 8, end: 9 }, 10]);
    expect(await part({ last: 3 })).toEqual(['789', { start: 7, end: 9 }, 10]);
    expect(await part({ last: 99 })).toEqual(['0123456789', { start: 0, end: 9 }, 10]);
    expect(await part({ from: 10, to: undefined })).toBe('outside');
    expect(await part({ last: 0 })).toBe('outside');
    await open.store.remove(id);
    expect(await part({ from: 0, to: 1 })).toBeUndefined();
  });

  test('take no name that leads elsewhere', async () => {
    await expect(open.store.open('../../etc/passwd', 'original')).rejects.toThrow(
      'Invalid file name',
    );
    await expect(open.store.remove('..')).rejects.toThrow('Invalid file');
  });

  test('come in pieces, and go again complete or not', async () => {
    const { dataStore } = open.uploads;
    const [whole, part] = [randomUUID(), randomUUID()];
    for (const id of [whole, part]) {
      await dataStore.create(new Upload({ id, size: 10, offset: 0 }));
      await dataStore.write(Readable.from([Buffer.from('01234')]), id, 0);
    }
    expect(await takenIn(open.uploads, whole)).toBe(5);
    await dataStore.write(Readable.from([Buffer.from('56789')]), whole, 5);
    expect(await takenIn(open.uploads, whole)).toBe(10);
    const copy = join(folder, `copy of ${whole}`);
    await open.uploads.copy(whole, copy);
    expect(await readFile(copy, 'utf8')).toBe('0123456789');
    for (const id of [whole, part, randomUUID()]) {
      await open.uploads.remove(id);
      expect(await takenIn(open.uploads, id)).toBeUndefined();
    }
    expect(await listed(open)).toEqual([]);
    const left = kind === 'folder' ? await readdir(join(folder, 'data/files/uploads')) : [];
    expect(left).toEqual([]);
  });
});

test('a bucket that keeps one object removes the others, and says so', async () => {
  const open = await openStore(bucketAt(endpoint));
  const id = randomUUID();
  for (const part of ['small', 'large', 'original'] as const) {
    await open.store.put(id, part, await source(part));
  }
  let saved = 0;
  const locked = createServer((request, answer) => {
    const { method, headers, url = '' } = request;
    if (method === 'DELETE' && url.includes('/large')) {
      saved += 1;
      answer.writeHead(403, { 'Content-Type': 'application/xml' });
      answer.end('<Error><Code>AccessDenied</Code><Message>Locked</Message></Error>');
      return;
    }
    const passed = httpRequest(new URL(url, endpoint), { method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    request.pipe(passed);
  });
  await new Promise<void>((listening) => locked.listen(0, '127.0.0.1', listening));
  const { port } = locked.address() as { port: number };
  const through = await openStore(bucketAt(`http://127.0.0.1:${port}`));
  await expect(through.store.remove(id)).rejects.toThrow('did not remove');
  locked.close();
  expect(saved).toBeGreaterThan(0);
  expect(await listed(open)).toEqual([`${id} large 5`]);
  await open.store.remove(id);
  expect(await listed(open)).toEqual([]);
});

// The device that is always full exists on Linux only.
test.skipIf(!existsSync('/dev/full'))(
  'an upload that fills the disk is told so, and may continue later',
  async () => {
    const uploads = await mkdtemp(join(folder, 'full-'));
    const { dataStore } = uploadsInFolder(uploads);
    const id = randomUUID();
    await dataStore.create(new Upload({ id, size: 10, offset: 0 }));
    await dataStore.write(Readable.from([Buffer.from('01234')]), id, 0);
    const path = join(uploads, id);
    await rename(path, `${path}.kept`);
    await symlink('/dev/full', path);
    await expect(
      dataStore.write(Readable.from([Buffer.from('56789')]), id, 5),
    ).rejects.toMatchObject({ status: 507 });
    await rename(`${path}.kept`, path);
    expect((await dataStore.getUpload(id)).offset).toBe(5);
  },
);
