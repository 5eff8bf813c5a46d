import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_AFTER_MS, watchFront } from './inbox-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function watch() {
  const page = new Page();
  const told: boolean[] = [];
  const front = watchFront(page, (isInFront) => told.push(isInFront));
  return { page, told, front };
}

test('a tab in sight is in front, a hidden one is not, and each is told once', () => {
  const { page, told } = watch();
  page.dispatchEvent(new Event('keydown'));
  page.turn('hidden');
  page.turn('hidden');
  page.turn('visible');
  expect(told).toEqual([true, false, true]);
});

test('a tab that nobody touches is in front of nobody, until somebody does', () => {
  const { page, told, front } = watch();
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  page.dispatchEvent(new Event('pointermove'));
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  expect(front.isInFront).toBe(true);
  vi.advanceTimersByTime(1);
  expect(front.isInFront).toBe(false);
  page.dispatchEvent(new Event('keydown'));
  expect(told).toEqual([true, false, true]);
});

test('nothing is told after it stopped', () => {
  const { page, told, front } = watch();
  front.stop();
  page.turn('hidden');
  vi.advanceTimersByTime(IDLE_AFTER_MS);
  expect(told).toEqual([true]);
});
