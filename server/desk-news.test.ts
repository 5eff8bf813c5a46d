import { expect, test } from 'vitest';
import { LocalProcesses } from '../app/platform/processes.ts';
import { createDeskNews } from './desk-news.ts';

function openDesk() {
  const waiting: (() => void)[] = [];
  const timers = {
    after(_: number, work: () => void) {
      waiting.push(work);
      return () => {};
    },
  };
  const processes = new LocalProcesses();
  let forgotten = 0;
  const availability = { forget: () => (forgotten += 1) };
  const tell = createDeskNews(availability, processes, timers);
  let heard = 0;
  processes.subscribe('deskChanged', () => (heard += 1));
  return { tell, processes, waiting, heard: () => heard, forgotten: () => forgotten };
}

test('this process knows of every change at once, the others of many as of one', () => {
  const { tell, waiting, heard, forgotten } = openDesk();
  for (let change = 1; change <= 20; change += 1) {
    tell();
    expect(forgotten()).toBeGreaterThanOrEqual(change);
  }
  expect(heard()).toBe(1);
  // Changes during the pause are announced once after it.
  waiting.shift()?.();
  expect(heard()).toBe(2);
  waiting.shift()?.();
  expect(heard()).toBe(2);
  tell();
  expect(heard()).toBe(3);
});

test('what another process says counts here too', () => {
  const { processes, forgotten } = openDesk();
  processes.publish('deskChanged', {});
  expect(forgotten()).toBe(1);
});
