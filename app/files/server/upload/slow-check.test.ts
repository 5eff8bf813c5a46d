import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { testFiles } from '../../../../tests/support/files.ts';
import { askOffset, begin, sendChunk } from '../../../../tests/support/upload.ts';
import { openVisitor } from '../../../../tests/support/visitor.ts';
import { placeInConversation } from '../../../chat/server/files/upload-place.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { createUploadHandler } from './upload-handler.server.ts';

const store = useDatabase();
let http: Server | undefined;
afterEach(() => http?.close());

async function serve(
  take: ReturnType<typeof createUploadHandler>,
  browserId: string,
  conversationId: string,
) {
  const place = placeInConversation({ kind: 'browser', browserId }, conversationId);
  http = createServer((request, response) => {
    const fileId = /files\/(.+)$/.exec(request.url ?? '')?.[1];
    take({ place, fileId, request, response }).catch((error: unknown) => {
      response.writeHead(error instanceof RefusedError ? error.status : 500).end();
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server = {
    ask: (path: string, { cookie: _, ...init }: RequestInit & { cookie?: string } = {}) =>
      fetch(origin + path, init),
  };
  return { server: server as never, conversationId, cookie: '' };
}

test('a file that the store does not take yet is kept, and stored when it is asked for again', async () => {
  await hire(store.db, 'maya');
  const { id: conversationId, browserId } = await openVisitor(store.db, VISITORS.elena);
  const files = testFiles();
  const context = {
    ...createChatContext(store.db, new TestClock()),
    settings: readSettings({}),
    files,
  };
  const as = await serve(createUploadHandler(context), browserId, conversationId);
  const id = randomUUID();
  vi.spyOn(files.store, 'put').mockRejectedValueOnce(new Error('SlowDown'));
  await begin(as, id, 'notes.bin', 5);
  expect((await sendChunk(as, id, 0, new Uint8Array(5))).status).toBe(503);
  expect((await askOffset(as, id)).status).toBe(200);
});

test('a check that takes longer than proxies wait is answered before, goes on, and is done once', async () => {
  await hire(store.db, 'maya');
  const { id: conversationId, browserId } = await openVisitor(store.db, VISITORS.elena);
  let scans = 0;
  let endScan = () => {};
  const isScanned = new Promise<undefined>((end) => (endScan = () => end(undefined)));
  const context = {
    ...createChatContext(store.db, new TestClock()),
    settings: readSettings({}),
    files: {
      ...testFiles(),
      scan: () => {
        scans += 1;
        return isScanned;
      },
    },
  };
  const as = await serve(createUploadHandler(context, 50), browserId, conversationId);
  const id = randomUUID();
  await begin(as, id, 'film.bin', 5);
  const last = await sendChunk(as, id, 0, new Uint8Array(5));
  expect([last.status, last.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await last.json()).toEqual({
    error: { message: '“film.bin” has arrived and is being checked.', field: 'file' },
  });
  expect((await askOffset(as, id)).status).toBe(503);
  endScan();
  await expect.poll(async () => (await askOffset(as, id)).status).toBe(200);
  expect((await askOffset(as, id)).headers.get('Upload-Offset')).toBe('5');
  expect(scans).toBe(1);
});
