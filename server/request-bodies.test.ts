import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { AskerGoneError, QueueFullError } from './fair-queue.ts';
import { RequestBodies } from './request-bodies.ts';

function receive(bodies: RequestBodies) {
  const body = new PassThrough();
  body.on('error', () => {});
  const response = Object.assign(new EventEmitter(), {
    req: Object.assign(body, { socket: new EventEmitter() }),
  });
  const read = bodies.read(body, response as unknown as ServerResponse).then(
    (bytes) => bytes.byteLength,
    (error: unknown) => error,
  );
  return { body, read, answer: () => response.emit('close') };
}

test('bodies are held until they are answered', async () => {
  const bodies = new RequestBodies(100);
  const first = receive(bodies);
  first.body.end(Buffer.alloc(80));
  expect(await first.read).toBe(80);
  const second = receive(bodies);
  second.body.end(Buffer.alloc(80));
  expect(await second.read).toBeInstanceOf(QueueFullError);
  first.answer();
  second.answer();
  const third = receive(bodies);
  third.body.end(Buffer.alloc(80));
  expect(await third.read).toBe(80);
  third.answer();
  expect(bodies.held).toBe(0);
});

test('bodies that never end make room for those that arrive at once', async () => {
  const bodies = new RequestBodies(100);
  const slow = [receive(bodies), receive(bodies), receive(bodies)];
  for (const { body } of slow) body.write(Buffer.alloc(30));
  await expect.poll(() => bodies.held).toBe(90);
  const honest = receive(bodies);
  honest.body.end(Buffer.alloc(60));
  expect(await honest.read).toBe(60);
  // Only the two oldest were cut off.
  expect(await slow[0]!.read).toBeInstanceOf(AskerGoneError);
  expect(await slow[1]!.read).toBeInstanceOf(AskerGoneError);
  expect(bodies.held).toBe(90);
  slow[2]!.body.end();
  expect(await slow[2]!.read).toBe(30);
});
