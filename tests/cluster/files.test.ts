import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClient, TestCluster, type TestProcess } from '../support/cluster.ts';
import { makeCast } from '../support/make-cast.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const TEXT = 'All of it, word by word. '.repeat(8000);
const BUCKET = 'harbour';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

/** Where several processes keep their files, by what it is; in each case a folder of this computer. */
const STORES = {
  async 'a folder'(folder: string) {
    return Promise.resolve({ FILES_DIR: folder });
  },
  async 'a bucket'(folder: string) {
    const bucket = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: BUCKET }],
    });
    const { port } = await bucket.run();
    cleanUp.push(() => bucket.close());
    return {
      FILES_BUCKET: BUCKET,
      FILES_BUCKET_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_BUCKET_KEY_ID: 'S3RVER',
      FILES_BUCKET_SECRET: 'S3RVER',
    };
  },
} as const;

test.each(Object.entries(STORES))(
  'in %s, a file begun on a process that is killed is resumed on the other and served by each',
  async (_, open) => {
    const folder = await mkdtemp(join(tmpdir(), 'embarka-shared-files-'));
    cleanUp.push(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'files'));
    const env = await open(join(folder, 'files'));
    const cluster = await TestCluster.start({ env, prepare: makeCast });
    cleanUp.push(() => cluster.stop());
    const [one, other] = cluster.processes as [TestProcess, TestProcess];
    const noor = new TestClient();
    const conversation = newConversationId(new Date());
    const start = { id: conversation, email: VISITORS.noor, topic: 'Sales Inquiry', service: null };
    await noor.post(one, '/chat/conversations', start);

    const [id, unsent] = [randomUUID(), randomUUID()];
    const address = `/chat/conversations/${conversation}/files`;
    const encode = (plain: string) => Buffer.from(plain).toString('base64');
    const begin = (name: string) =>
      noor.fetch(one, address, {
        method: 'POST',
        headers: {
          ...TUS,
          'Upload-Length': String(TEXT.length),
          'Upload-Metadata': `id ${encode(name)},name ${encode('brief.txt')}`,
        },
      });
    const send = (at: TestProcess, name: string, from: number, to: number) =>
      noor.fetch(at, `${address}/${name}`, {
        method: 'PATCH',
        body: TEXT.slice(from, to),
        headers: {
          ...TUS,
          'Upload-Offset': String(from),
          'Content-Type': 'application/offset+octet-stream',
        },
      });
    const offset = async (at: TestProcess, name: string) => {
      const answer = await noor.fetch(at, `${address}/${name}`, { method: 'HEAD', headers: TUS });
      return Number(answer.headers.get('Upload-Offset'));
    };

    const half = TEXT.length / 2;
    for (const name of [id, unsent]) {
      expect((await begin(name)).status).toBe(201);
      expect((await send(one, name, 0, half)).status).toBe(204);
    }
    // The last piece is on its way, or there, or was taken in and not acknowledged: all of it may be.
    const inProgress = send(one, id, half, TEXT.length).catch(() => undefined);
    await one.kill();
    await inProgress;
    const far = await offset(other, id);
    expect(far).toBeGreaterThanOrEqual(half);
    if (far < TEXT.length) await send(other, id, far, TEXT.length);
    expect(await offset(other, id)).toBe(TEXT.length);
    await noor.post(other, `/chat/conversations/${conversation}/messages`, {
      clientId: randomUUID(),
      text: '',
      fileIds: [id],
    });

    const again = cluster.startAnother(one.port);
    await again.ready;
    // What the first process left of the second file goes on at whichever is there.
    expect(await offset(again, unsent)).toBe(half);
    expect((await send(again, unsent, half, TEXT.length)).status).toBe(204);
    const ines = new TestClient();
    await ines.submit(again, '/login', CAST.ines);
    for (const [who, at, file] of [
      [noor, other, id],
      [noor, again, id],
      [ines, other, id],
      [ines, again, id],
      [noor, other, unsent],
    ] as const) {
      const answer = await who.fetch(at, `/chat/files/${file}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(TEXT);
    }
    const stranger = await new TestClient().fetch(other, `/chat/files/${id}`);
    expect(stranger.status).toBe(404);
  },
);
