import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedThrottle } from './live-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('within a second each may do it so often, and all together no more than they may', () => {
  const throttle = new SharedThrottle(2, 5);
  const taken = (who: string) => [1, 2, 3].filter(() => throttle.take(who)).length;
  expect(['elena', 'priya', 'maya', 'leo'].map(taken)).toEqual([2, 2, 1, 0]);
  vi.advanceTimersByTime(1000);
  expect(['leo', 'maya'].map(taken)).toEqual([2, 2]);
});
