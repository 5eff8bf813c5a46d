import { expect, test } from 'vitest';
import { formatDuration } from './format-quantity.ts';

test('a duration is told in the two units that matter, and never as more than has passed', () => {
  const said = [0, 59.9, 60, 3599, 3600, 7500, 86_399, 86_400, 97_320, 200_000];
  expect(said.map((seconds) => formatDuration(seconds))).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '2 h 5 min',
    '23 h 59 min',
    '1 d',
    '1 d',
    '2 d',
  ]);
  expect(formatDuration(97_320, { hoursOfDays: true })).toBe('1 d 3 h');
  expect(formatDuration(86_400, { hoursOfDays: true })).toBe('1 d');
});
