import { createHash, randomUUID } from 'node:crypto';
import { connect, type OutgoingHttpHeaders } from 'node:http2';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterEach, expect, test } from 'vitest';
import { CAST } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { KILLED_STORES } from '../support/killed-stores.ts';
import {
  beginUpload,
  contentOf,
  continueUpload,
  hashOfContent,
  MEBIBYTE,
  peakOf,
  TUS,
} from '../support/large-file.ts';
import { callerOf, payOrder } from '../support/paid-order.ts';
import { startProxy } from '../support/proxies.ts';
import { freePort } from '../support/server.ts';

/** `PROXY_FILE_MIB=5120 npm run test:proxy -- large-delivery` sends the largest file. */
const FILE_MIB = Number(process.env.PROXY_FILE_MIB ?? 48);
const CHUNK_MIB = 16;
const BUCKET = 'harbour';
/** The bytes of a header in a tar archive, which come before the file. */
const TAR_BLOCK = 512;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** A store that begins empty, and the folder in which its files are seen. */
interface Store {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
}

async function makeFolder(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-files-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return { env: { FILES_DIR: folder }, folder };
}

async function startBucket(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'embarka-bucket-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await bucket.run();
  cleanUp.push(() => bucket.close());
  const env = {
    FILES_BUCKET: BUCKET,
    FILES_BUCKET_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_BUCKET_KEY_ID: 'S3RVER',
    FILES_BUCKET_SECRET: 'S3RVER',
  };
  return { env, folder };
}

/** The bytes of the largest file in the folder and those below it. */
async function largestIn(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = found.map(async (one) =>
    one.isFile() ? ((await stat(join(one.parentPath, one.name)).catch(() => null))?.size ?? 0) : 0,
  );
  return Math.max(0, ...(await Promise.all(sizes)));
}

const CASES = [
  ['nginx', 'a folder', makeFolder],
  ['caddy', 'a bucket', startBucket],
] as const;

test.each(CASES)(
  'behind %s and stored in %s, a large delivery arrives unchanged, is exported and erased',
  { timeout: 3_600_000 },
  async (proxyName, _kind, openStore) => {
    const store = await openStore();
    const port = await freePort();
    const publicOrigin = `https://localhost:${port}`;
    const start = KILLED_STORES.PostgreSQL;
    if (!start) throw new Error('Run npm run test:proxy');
    const { server } = await start(
      {
        ...store.env,
        PUBLIC_ORIGIN: publicOrigin,
        TRUSTED_PROXIES: '127.0.0.1',
        ORDER_FILE_MAX_MIB: '5120',
      },
      cleanUp,
    );
    const proxy = await startProxy(proxyName, port, [server.port, server.port]);
    cleanUp.push(() => proxy.stop());
    const session = connect(publicOrigin, { rejectUnauthorized: false });
    cleanUp.push(() => session.close());
    async function request(
      path: string,
      headers: OutgoingHttpHeaders,
      body?: Buffer | string,
      hashed: readonly [from: number, to: number] = [0, Infinity],
    ) {
      const stream = session.request({ ':path': path, ...headers });
      stream.end(body);
      const answer = { status: 0, headers: {} as Record<string, unknown> };
      stream.on('response', (sent) => {
        answer.status = Number(sent[':status']);
        answer.headers = sent;
      });
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of stream) {
        const [from, to] = hashed.map((at) => Math.max(0, at - bytes));
        hash.update((part as Buffer).subarray(from, to));
        bytes += (part as Buffer).length;
      }
      return { ...answer, bytes, hash: hash.digest('hex') };
    }

    const to = { port: server.port, publicOrigin };
    const [maya, leo, buyer] = [new TestClient(), new TestClient(), new TestClient()];
    // The chat must go to Maya.
    await leo.submit(to, '/login', CAST.leo);
    await leo.post(to, '/agentchat/availability', { acceptsChats: false });
    await maya.submit(to, '/login', CAST.maya);
    const { path, name, email } = await payOrder(server, callerOf(to, maya), callerOf(to, buyer));
    const id = randomUUID();
    const address = `/team/orders/${name}/files`;
    const mine = { cookie: maya.cookie, origin: publicOrigin };
    const size = FILE_MIB * MEBIBYTE;
    const began = performance.now();
    const begun = await request(address, {
      ':method': 'POST',
      ...mine,
      ...beginUpload(id, 'film.bin', size),
    });
    expect(begun.status).toBe(201);
    for (let offset = 0; offset < size; offset += CHUNK_MIB * MEBIBYTE) {
      const end = Math.min(offset + CHUNK_MIB * MEBIBYTE, size);
      const sent = await request(
        `${address}/${id}`,
        { ':method': 'PATCH', ...mine, ...continueUpload(offset) },
        contentOf(offset, end),
      );
      // A long check of the whole file goes on in the background.
      expect(sent.status).toBe(end === size && sent.headers['retry-after'] ? 503 : 204);
    }
    await expect
      .poll(
        async () =>
          (await request(`${address}/${id}`, { ':method': 'HEAD', ...mine, ...TUS })).status,
        { timeout: 600_000, interval: 1000 },
      )
      .toBe(200);
    const uploadedMs = performance.now() - began;
    const delivered = await maya.submit(to, `/team/orders/${name}.data`, {
      intent: 'deliver',
      message: 'The film',
      file: id,
    });
    expect(delivered.status).toBe(200);

    const beganReading = performance.now();
    const whole = await request(`${path}/files/${id}`, { ':method': 'GET' });
    expect(whole).toMatchObject({ status: 200, bytes: size, hash: hashOfContent(FILE_MIB) });
    const readMs = performance.now() - beganReading;
    const middle = Math.floor(size / 2) + 7;
    const part = await request(`${path}/files/${id}`, {
      ':method': 'GET',
      range: `bytes=${middle}-${middle + 999}`,
    });
    const expected = createHash('sha256')
      .update(contentOf(middle, middle + 1000))
      .digest('hex');
    expect(part).toMatchObject({ status: 206, bytes: 1000, hash: expected });

    const henrik = new TestClient();
    await henrik.submit(to, '/login', CAST.henrik);
    const archive = await request(
      '/team/visitors/files',
      {
        ':method': 'POST',
        cookie: henrik.cookie,
        origin: publicOrigin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      new URLSearchParams({ email }).toString(),
      [TAR_BLOCK, TAR_BLOCK + size],
    );
    expect(archive).toMatchObject({ status: 200, hash: hashOfContent(FILE_MIB) });
    expect(archive.bytes).toBeGreaterThan(size);
    expect(await largestIn(store.folder)).toBe(size);
    const erased = await henrik.submit(to, '/team/visitors.data', {
      intent: 'erase',
      email,
      confirmation: email,
      reviews: 'delete',
    });
    expect(erased.status).toBe(200);
    await expect
      .poll(() => largestIn(store.folder), { timeout: 60_000, interval: 500 })
      .toBeLessThan(MEBIBYTE);
    expect((await request(`${path}/files/${id}`, { ':method': 'GET' })).status).toBe(404);
    console.log(
      `${proxyName}: ${FILE_MIB} MiB in ${Math.round(uploadedMs)} ms, read in ${Math.round(readMs)} ms; ` +
        `at most ${peakOf(server.pid)} MiB of memory`,
    );
  },
);
