import { Adapter } from 'socket.io-adapter';
import { expect, test } from 'vitest';
import { openProcessQuestions, type OtherSockets } from './ask-processes.ts';
import { room, type LiveServer } from './live-rooms.ts';

function openProcesses(here: readonly string[], isAnybodyIn: OtherSockets['isAnybodyIn']) {
  const rooms = new Map(here.map((name) => [name, new Set()]));
  const io = { sockets: { adapter: { rooms } } } as unknown as LiveServer;
  return openProcessQuestions(io, {
    adapter: Adapter,
    isAnybodyIn,
    onMissed() {},
  });
}

test('who is here is not asked about elsewhere, and nobody is asked about nothing', async () => {
  const asking = openProcesses([room.conversation('conv_1'), room.front('maya')], () => {
    throw new Error('The others were asked');
  });
  expect(await asking.isAnybodyIn(['conv_0', 'conv_1'])).toBe(true);
  expect(await asking.isInFront('maya')).toBe(true);
  expect(await asking.isAnybodyIn([])).toBe(false);
});

test('of two questions at once each has its own answer', async () => {
  const elsewhere = [room.conversation('conv_1'), room.front('maya')];
  const asking = openProcesses([], async (rooms) => rooms.some((each) => elsewhere.includes(each)));
  const answers = await Promise.all([
    asking.isInFront('leo'),
    asking.isInFront('maya'),
    asking.isAnybodyIn(['conv_0', 'conv_1']),
    asking.isAnybodyIn(['conv_0']),
  ]);
  expect(answers).toEqual([false, true, true, false]);
});

test('whoever cannot be asked about in time is nobody', async () => {
  const silent = openProcesses([], () => new Promise(() => {}));
  expect(await silent.isInFront('maya')).toBe(false);
  const failing = openProcesses([], () => Promise.reject(new Error('The connection was lost')));
  expect(await failing.isAnybodyIn(['conv_1'])).toBe(false);
});
