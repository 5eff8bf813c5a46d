import { expect, test } from 'vitest';
import { formatClock } from './clip-view.ts';

test.each([
  [0, '0:00'],
  [4.99, '0:04'],
  [65, '1:05'],
  [-1, '0:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});
