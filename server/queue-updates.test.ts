import { expect, test, vi } from 'vitest';
import { createLog } from '../app/platform/log.server.ts';
import { LocalProcesses } from '../app/platform/processes.ts';
import { createQueueUpdates, createPlaceTeller } from './queue-updates.ts';

function openQueue() {
  const waiting: (() => void)[] = [];
  const timers = {
    after(_: number, work: () => void) {
      waiting.push(work);
      return () => {};
    },
  };
  let queue = Array.from({ length: 1000 }, (_, index) => [`conv_${index}`]);
  const here = new Set(queue.flat().filter((_, index) => index % 10 === 0));
  const told: unknown[] = [];
  const to = (name: string) => ({
    emit: (_: string, event: unknown) => told.push({ name, event }),
  });
  const has = (name: string) => here.has(name.replace('conversation:', ''));
  const io = { sockets: { adapter: { rooms: { has } } }, local: { to } };
  const readQueuePositions = vi.fn<() => Promise<string[][]>>(() => Promise.resolve(queue));
  const changed = createQueueUpdates({
    readQueuePositions,
    notifyQueuePositions: createPlaceTeller(io as never),
    processes: new LocalProcesses(),
    log: createLog('silent'),
    timers,
  });
  return {
    changed,
    readQueuePositions,
    told,
    leave: (count: number) => (queue = queue.slice(count)),
    join: (id: string) => (queue = [...queue, [id]]),
    begin: (place: number, id: string) => {
      here.add(id);
      queue = queue.map((ids, index) => (index + 1 === place ? [...ids, id] : ids));
    },
    pass: async () => {
      for (const work of waiting.splice(0)) work();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('however many come and go, the queue is read once for all of them', async () => {
  const { changed, readQueuePositions, told, leave, pass } = openQueue();
  for (let change = 0; change < 500; change += 1) changed();
  await pass();
  expect(readQueuePositions.mock.calls.length).toBeLessThanOrEqual(3);
  expect(told).toHaveLength(100);
  told.length = 0;
  leave(1);
  changed();
  await pass();
  await pass();
  // The first one has gone, and the others have moved up.
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

test('who has begun several conversations is told one place in each, and counts once', async () => {
  const { changed, told, begin, leave, pass } = openQueue();
  begin(11, 'conv_other');
  changed();
  await pass();
  await pass();
  const placeIn = (conversationId: string, queuePosition: number) => ({
    name: `conversation:${conversationId}`,
    event: { conversationId, queuePosition },
  });
  expect(told).toContainEqual(placeIn('conv_10', 11));
  expect(told).toContainEqual(placeIn('conv_other', 11));
  expect(told).toContainEqual(placeIn('conv_20', 21));
  told.length = 0;
  leave(1);
  changed();
  await pass();
  await pass();
  expect(told).toContainEqual(placeIn('conv_10', 10));
  expect(told).toContainEqual(placeIn('conv_other', 10));
});
