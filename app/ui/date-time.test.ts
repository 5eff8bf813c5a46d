import { expect, test } from 'vitest';
import { formatInUtc } from '../platform/formats.ts';
import { formatMoment } from './date-time.tsx';

const NOW = new Date(2026, 10, 3, 18, 0);

test.each([
  [new Date(2026, 10, 3, 10, 15), 'today, 10:15'],
  [new Date(2026, 10, 2, 23, 59), 'yesterday, 23:59'],
  [new Date(2026, 8, 30, 0, 5), 'Sep 30, 0:05'],
  [new Date(2025, 10, 3, 10, 15), 'Nov 3, 2025, 10:15'],
  // A future time, such as the next retry.
  [new Date(2026, 10, 4, 9, 0), 'Nov 4, 9:00'],
])('a moment is said as people say it: %s', (date, said) => {
  expect(formatMoment(date, NOW)).toBe(said);
});

test('the day before the first of a month is yesterday', () => {
  expect(formatMoment(new Date(2026, 9, 31, 8, 0), new Date(2026, 10, 1, 8, 0))).toMatch(
    /^yesterday/,
  );
});

test('a time in UTC has no leading zero, which Firefox would write', () => {
  expect(formatInUtc(new Date(Date.UTC(2026, 10, 3, 2, 5)))).toBe('Nov 3, 2026, 2:05 UTC');
});
