import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
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

/** A larger file measures the memory of the server: `FAULT_FILE_MIB=1024 npm run test:faults -- killed-upload`. */
const FILE_MIB = Number(process.env.FAULT_FILE_MIB ?? 24);
const CHUNK_MIB = 8;
const KILLS = 3;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

for (const [engine, start] of Object.entries(KILLED_STORES)) {
  test(`${engine}: a delivery of ${FILE_MIB} MiB survives ${KILLS} kills in the middle of a request, and no byte is lost or doubled`, async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', ORDER_FILE_MAX_MIB: '5120' };
    const { server } = await start(env, cleanUp);
    const [maya, leo, buyer] = [new TestClient(), new TestClient(), new TestClient()];
    // The chat must go to Maya.
    await leo.submit(server, '/login', CAST.leo);
    await leo.post(server, '/agentchat/availability', { acceptsChats: false });
    await maya.submit(server, '/login', CAST.maya);
    const { path, name } = await payOrder(server, callerOf(server, maya), callerOf(server, buyer));
    const address = `/team/orders/${name}/files`;
    const id = randomUUID();
    const begun = await maya.fetch(server, address, {
      method: 'POST',
      headers: beginUpload(id, 'film.bin', FILE_MIB * MEBIBYTE),
    });
    expect(begun.status).toBe(201);

    let peak = 0;
    const began = performance.now();
    const killAt = Array.from({ length: KILLS }, (_, kill) =>
      Math.floor((FILE_MIB * (kill + 0.5)) / KILLS),
    );
    let acknowledged = 0;
    for (;;) {
      const head = await maya.fetch(server, `${address}/${id}`, { method: 'HEAD', headers: TUS });
      expect(head.status).toBe(200);
      const offset = Number(head.headers.get('Upload-Offset'));
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      if (offset === FILE_MIB * MEBIBYTE) break;
      const end = Math.min(offset + CHUNK_MIB * MEBIBYTE, FILE_MIB * MEBIBYTE);
      const kill = killAt[0] !== undefined && killAt[0] * MEBIBYTE < end;
      const sent = fetch(`${server.origin}${address}/${id}`, {
        method: 'PATCH',
        body: contentOf(offset, end),
        headers: {
          ...continueUpload(offset),
          Cookie: maya.cookie,
          Origin: server.publicOrigin,
        },
      }).catch(() => undefined);
      if (kill) {
        killAt.shift();
        await setTimeout(15);
        peak = Math.max(peak, peakOf(server.pid));
        await server.kill();
        await sent;
        await server.restart();
        continue;
      }
      const answer = await sent;
      if (answer?.status === 204) acknowledged = end;
    }
    const uploadedMs = performance.now() - began;
    const delivered = await maya.submit(server, `/team/orders/${name}.data`, {
      intent: 'deliver',
      message: 'The film',
      file: id,
    });
    expect(delivered.status).toBe(200);
    const hash = createHash('sha256');
    const beganReading = performance.now();
    // The secret of the order's address is enough.
    const downloaded = await fetch(`${server.origin}${path}/files/${id}`);
    for await (const chunk of downloaded.body ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(hashOfContent(FILE_MIB));
    peak = Math.max(peak, peakOf(server.pid));
    console.log(
      `${engine}: ${FILE_MIB} MiB in ${Math.round(uploadedMs)} ms with ${KILLS} kills, read in ` +
        `${Math.round(performance.now() - beganReading)} ms; at most ${peak} MiB of memory`,
    );
  });
}
