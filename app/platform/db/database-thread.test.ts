import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { FromDatabaseThread, ToDatabaseThread, WhatToOpen } from './database-thread.server.ts';
import { makeImage } from './make-image.server.ts';

const MEMORY_MB = 40;
const ANSWER_BYTES = 20_000;
const ANSWERS = 3_000;
const AT_ONCE = 500;

test('the thread of the database keeps nothing of what it has answered', async () => {
  const thread = new Worker(new URL('./database-thread.server.ts', import.meta.url), {
    workerData: { image: await makeImage() } satisfies WhatToOpen,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  await once(thread, 'message');
  let bytes = 0;
  for (let asked = 0; asked < ANSWERS; asked += AT_ONCE) {
    const answered = receiveAnswers(thread, AT_ONCE);
    for (let question = 0; question < AT_ONCE; question += 1) {
      thread.postMessage(simpleQuery(`select repeat('x', ${ANSWER_BYTES})`), []);
    }
    // oxlint-disable-next-line no-await-in-loop -- one heap of questions after the other
    bytes += await answered;
  }
  expect(bytes).toBeGreaterThan(ANSWERS * ANSWER_BYTES);
  thread.postMessage('close' satisfies ToDatabaseThread, []);
  await once(thread, 'exit');
});

function receiveAnswers(thread: Worker, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let left = count;
    const receive = (answer: FromDatabaseThread) => {
      bytes += answer.length;
      left -= 1;
      if (left > 0) return;
      thread.off('message', receive).off('error', reject);
      resolve(bytes);
    };
    thread.on('message', receive).once('error', reject);
  });
}

/** PostgreSQL's message Query: 'Q', the length without that letter, the text and a zero. */
function simpleQuery(text: string): ToDatabaseThread {
  const message = Buffer.alloc(6 + Buffer.byteLength(text));
  message.write('Q', 0);
  message.writeInt32BE(message.length - 1, 1);
  message.write(text, 5);
  return new Uint8Array(message);
}
