import { expect, test } from 'vitest';
import { LocalProcesses } from '../app/platform/processes.ts';
import { createAvailabilityUpdates } from './open-live.ts';

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
  const notify = createAvailabilityUpdates(availability, processes, timers);
  let heard = 0;
  processes.subscribe('deskChanged', () => (heard += 1));
  return { notify, processes, waiting, heard: () => heard, forgotten: () => forgotten };
}

test('this process knows of every change at once, the others of many as of one', () => {
  const { notify, waiting, heard, forgotten } = openDesk();
  for (let change = 1; change <= 20; change += 1) {
    notify();
    expect(forgotten()).toBeGreaterThanOrEqual(change);
  }
  expect(heard()).toBe(1);
  // Changes during the pause are announced once after it.
  waiting.shift()?.();
  expect(heard()).toBe(2);
  waiting.shift()?.();
  expect(heard()).toBe(2);
  notify();
  expect(heard()).toBe(3);
});

test('what another process says counts here too', () => {
  const { processes, forgotten } = openDesk();
  processes.publish('deskChanged', {});
  expect(forgotten()).toBe(1);
});
