import { expect, test } from 'vitest';
import { readReminderDays } from './reminder-days.ts';

test.each([
  ['3, 10, 20', [3, 10, 20]],
  ['1', [1]],
  [' Off ', []],
  ['365', [365]],
])('%j names days', (text, days) => {
  expect(readReminderDays(text)).toEqual(days);
});

test.each(['', '0', '10, 3', '3, 3', '3,,4', '366', '1,2,3,4,5,6', 'three', '-3', '1.5'])(
  '%j is refused',
  (text) => {
    expect(readReminderDays(text)).toBeUndefined();
  },
);
