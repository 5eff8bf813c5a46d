import { expect, test, vi } from 'vitest';
import { createLog } from '../app/platform/log.server.ts';
import { LocalProcesses } from '../app/platform/processes.ts';
import { createQueueNews } from './queue-news.ts';
import { createPlaceTeller } from './tell-places.ts';

/** A thousand who wait, of whom this process holds each tenth. */
function openQueue() {
  const waiting: (() => void)[] = [];
  const timers = {
    after(_: number, work: () => void) {
      waiting.push(work);
      return () => {};
    },
  };
  let queue = Array.from({ length: 1000 }, (_, index) => `conv_${index}`);
  const here = new Set(queue.filter((_, index) => index % 10 === 0));
  const told: unknown[] = [];
  const to = (name: string) => ({
    emit: (_: string, event: unknown) => told.push({ name, event }),
  });
  const has = (name: string) => here.has(name.replace('conversation:', ''));
  const io = { sockets: { adapter: { rooms: { has } } }, local: { to } };
  const readPlaces = vi.fn<() => Promise<string[]>>(() => Promise.resolve(queue));
  const changed = createQueueNews({
    readPlaces,
    tellPlaces: createPlaceTeller(io as never),
    processes: new LocalProcesses(),
    log: createLog('silent'),
    timers,
  });
  return {
    changed,
    readPlaces,
    told,
    leave: (count: number) => (queue = queue.slice(count)),
    join: (id: string) => (queue = [...queue, id]),
    /** The pauses are over. */
    pass: async () => {
      for (const work of waiting.splice(0)) work();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('however many come and go, the queue is read once for all of them', async () => {
  const { changed, readPlaces, told, leave, pass } = openQueue();
  for (let change = 0; change < 500; change += 1) changed();
  await pass();
  expect(readPlaces.mock.calls.length).toBeLessThanOrEqual(3);
  expect(told).toHaveLength(100);
  told.length = 0;
  leave(1);
  changed();
  await pass();
  await pass();
  // One has gone, and the others here have moved up.
  expect(told).toHaveLength(100);
  expect(told).toContainEqual({
    name: 'conversation:conv_10',
    event: { conversationId: 'conv_10', queuePosition: 10 },
  });
  expect(told).toContainEqual({
    name: 'conversation:conv_0',
    event: { conversationId: 'conv_0', queuePosition: null },
  });
});

test('whoever joins at the end tells nobody anything new', async () => {
  const { changed, told, join, pass } = openQueue();
  changed();
  await pass();
  await pass();
  told.length = 0;
  join('conv_new');
  changed();
  await pass();
  await pass();
  expect(told).toEqual([]);
});
