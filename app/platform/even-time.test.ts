import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inEvenTime } from './even-time.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['an answer', () => Promise.resolve('done')],
  ['a refusal', () => Promise.reject(new Error('no'))],
])('%s that is ready early waits for its time', async (_, work) => {
  let isSettled = false;
  const waiting = inEvenTime(600, work).catch(() => {});
  void waiting.then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(599);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(true);
});

test('what the work gives or throws is passed on', async () => {
  const given = inEvenTime(10, () => Promise.resolve(7));
  const thrown = inEvenTime(10, () => Promise.reject(new Error('no'))).catch(
    (error: unknown) => (error as Error).message,
  );
  await vi.advanceTimersByTimeAsync(10);
  expect(await given).toBe(7);
  expect(await thrown).toBe('no');
});
