import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ShortTurns } from './short-turns.ts';

/** Keeps the processor busy, as answering a request does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('what is short is done at once', () => {
  const turns = new ShortTurns();
  const done: number[] = [];
  for (const n of [1, 2, 3]) turns.run(() => done.push(n));
  expect(done).toEqual([1, 2, 3]);
});

test('what is too much for one turn is done in order, and others have their turns between', async () => {
  const turns = new ShortTurns();
  const done: (number | 'another')[] = [];
  for (let n = 1; n <= 5; n += 1) {
    turns.run(() => {
      work(1);
      done.push(n);
    });
  }
  expect(done).toEqual([1]);
  for (let turn = 0; turn < 6; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
    done.push('another');
  }
  expect(done.filter((entry) => entry !== 'another')).toEqual([1, 2, 3, 4, 5]);
  expect(done.indexOf(3) - done.indexOf(2)).toBeGreaterThan(1);
});

test('nobody overtakes those who wait', async () => {
  const turns = new ShortTurns();
  const done: string[] = [];
  turns.run(() => work(1));
  turns.run(() => done.push('first'));
  turns.run(() => done.push('second'));
  await nextTurn();
  turns.run(() => done.push('third'));
  await nextTurn();
  expect(done).toEqual(['first', 'second', 'third']);
});

test('while somebody is in a hurry there is one piece a millisecond, and all of them once nobody is', async () => {
  let isHurried = true;
  const turns = new ShortTurns(() => isHurried);
  const done: number[] = [];
  const begun = performance.now();
  for (let n = 1; n <= 100; n += 1) turns.run(() => done.push(n));
  expect(done).toEqual([1]);
  for (let turn = 0; turn < 20; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await nextTurn();
  }
  // A timer of a millisecond may come a fraction of it early.
  expect(done.length).toBeLessThanOrEqual(2 + (performance.now() - begun) / 0.9);
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(3));
  isHurried = false;
  await vi.waitFor(() => expect(done.length).toBe(100));
  expect(done.every((n, index) => n === index + 1)).toBe(true);
});
