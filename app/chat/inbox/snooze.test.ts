import { describe, expect, test } from 'vitest';
import {
  fromFieldTime,
  formatSnoozeTime,
  formatUntil,
  snoozeTimes,
  toFieldTime,
} from './snooze.tsx';

const offered = (now: string) =>
  snoozeTimes(new Date(now)).map(({ name, until }) => [name, toFieldTime(until)]);

describe('snoozing offers', () => {
  test('an hour, three, tomorrow and Monday on an ordinary Friday', () => {
    expect(offered('2026-06-12T16:20')).toEqual([
      ['In an hour', '2026-06-12T17:20'],
      ['In three hours', '2026-06-12T19:20'],
      ['Tomorrow, 9:00', '2026-06-13T09:00'],
      ['Monday, 9:00', '2026-06-15T09:00'],
    ]);
  });

  test('next week on a Sunday, whose tomorrow is Monday already', () => {
    expect(offered('2026-06-14T22:00').slice(2)).toEqual([
      ['Tomorrow, 9:00', '2026-06-15T09:00'],
      ['A week from Monday, 9:00', '2026-06-22T09:00'],
    ]);
  });

  test('a week from now on a Monday, and the year goes on', () => {
    expect(offered('2026-06-15T08:00').at(-1)).toEqual(['Monday, 9:00', '2026-06-22T09:00']);
    expect(offered('2026-12-31T23:30')[0]).toEqual(['In an hour', '2027-01-01T00:30']);
  });
});

test('what a field holds is the time it was filled with, and an empty one is none', () => {
  const time = new Date('2026-06-12T16:20');
  expect(fromFieldTime(toFieldTime(time))).toEqual(time);
  expect(fromFieldTime('')).toBeUndefined();
  expect(formatUntil(time)).toBe('Fri, Jun 12, 16:20');
});

test('a time of day is written as in the lists, and not twice', () => {
  expect(formatUntil(new Date('2026-06-15T09:00'))).toBe('Mon, Jun 15, 9:00');
  expect(snoozeTimes(new Date('2026-06-12T06:20')).map(formatSnoozeTime)).toEqual([
    'Fri, Jun 12, 7:20',
    'Fri, Jun 12, 9:20',
    'Sat, Jun 13',
    'Mon, Jun 15',
  ]);
});
