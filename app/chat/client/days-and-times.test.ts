import { describe, expect, test, vi } from 'vitest';
import { formatListTime } from '../inbox/inbox-item.tsx';
import { formatClock } from '../../platform/formats.ts';
import { formatDay } from './log-rows.ts';

// This time zone has daylight saving time. It must be set before the formats are created.
vi.hoisted(() => {
  process.env.TZ = 'America/New_York';
});

// These are local times, because the list uses the reader's calendar. 12 June 2026 is a Friday.
const at = (day: number, hour: number, minute = 0, month = 5) =>
  new Date(2026, month, day, hour, minute);
const NOW = at(12, 15);

describe('the time of day', () => {
  test.each([
    [at(12, 10, 44), '10:44'],
    [at(12, 9, 5), '9:05'],
    [at(12, 23, 59), '23:59'],
  ])('%s is %s', (time, text) => {
    expect(formatClock(time)).toBe(text);
  });

  test('just after midnight is 0:05, not 24:05', () => {
    expect(formatClock(at(12, 0, 5))).toBe('0:05');
  });
});

describe('the time in the list', () => {
  test.each([
    ['a moment ago', at(12, 14, 59), '14:59'],
    ['this morning', at(12, 0, 1), '0:01'],
    ['yesterday, 15 hours ago', at(11, 23, 59), 'Yesterday'],
    ['yesterday, 39 hours ago', at(11, 0, 0), 'Yesterday'],
    ['two days ago', at(10, 23, 59), 'Wednesday'],
    ['six days ago', at(6, 0, 0), 'Saturday'],
    ['seven days ago, when the weekday would be today’s', at(5, 23, 59), 'Jun 5'],
    ['last month', at(3, 12, 0, 4), 'May 3'],
  ])('%s', (_, time, text) => {
    expect(formatListTime(time, NOW)).toBe(text);
  });

  test('counts calendar days also across the end of a month and of a year', () => {
    expect(formatListTime(at(31, 23, 59, 4), at(1, 0, 1))).toBe('Yesterday');
    expect(formatListTime(new Date(2025, 11, 31, 23), new Date(2026, 0, 1, 1))).toBe('Yesterday');
  });

  test('counts calendar days also where a day has 23 or 25 hours', () => {
    for (const month of [2, 10]) {
      for (let day = 2; day <= 30; day += 1) {
        expect(formatListTime(at(day - 1, 0, 0, month), at(day, 23, 59, month))).toBe('Yesterday');
        expect(formatListTime(at(day - 1, 23, 59, month), at(day, 0, 0, month))).toBe('Yesterday');
      }
    }
  });
});

describe('the heading of a day', () => {
  test.each([
    [at(12, 0, 0), 'Today'],
    [at(11, 23, 59), 'Yesterday'],
    [at(10, 12), 'Wednesday, June 10'],
    [at(3, 12, 0, 0), 'Saturday, January 3'],
  ])('of %s is %s', (time, text) => {
    expect(formatDay(time, NOW)).toBe(text);
  });
});
