import { expect, test } from 'vitest';
import { dayOf, instantOf, startOfDay } from '../platform/weekly-hours.ts';
import { addDays } from '../platform/day.ts';
import { businessDaysAfter, daysAfter, daysBegun, endOfDay, laterDeadline } from './deadlines.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60_000;

test.each([
  ['America/Santiago', '2026-09-05', '2026-09-06T04:00:00.000Z'],
  ['America/Santiago', '2026-09-04', '2026-09-05T04:00:00.000Z'],
  ['America/Santiago', '2026-04-04', '2026-04-05T04:00:00.000Z'],
  ['America/Havana', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-10-31', '2026-11-01T04:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-28', '2026-03-29T01:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-24', '2026-10-25T00:00:00.000Z'],
  ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ['Africa/Cairo', '2026-10-29', '2026-10-29T22:00:00.000Z'],
  ['Asia/Beirut', '2026-03-28', '2026-03-28T22:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-18T03:00:00.000Z'],
  ['America/Toronto', '1919-03-30', '1919-03-31T04:30:00.000Z'],
  ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03', '2026-10-03T13:30:00.000Z'],
  ['America/New_York', '2026-06-12', '2026-06-13T04:00:00.000Z'],
])('in %s the day %s ends at %s', (timeZone, day, end) => {
  expect(endOfDay(timeZone, day).toISOString()).toBe(end);
});

/** Returns the days around each clock change of a time zone, and a few others. */
function daysToTry(timeZone: string): string[] {
  const days: string[] = [];
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
    hour: '2-digit',
    minute: '2-digit',
  });
  const offsetAt = (day: string) =>
    format.formatToParts(new Date(`${day}T12:00:00Z`)).find(({ type }) => type === 'timeZoneName')
      ?.value;
  let before = offsetAt('2024-12-25');
  for (let week = '2025-01-01'; week < '2031-01-01'; week = addDays(week, 7)) {
    const offset = offsetAt(week);
    if (offset !== before) for (let back = -8; back <= 0; back += 1) days.push(addDays(week, back));
    before = offset;
  }
  return [...days, '2025-01-01', '2028-02-28', '2030-12-31'];
}

test('in every zone, from 2025 to 2030, a day ends with the first instant of the next one', () => {
  let tried = 0;
  const wrong: string[] = [];
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (const day of daysToTry(timeZone)) {
      const end = endOfDay(timeZone, day).getTime();
      const dayAt = (before: number) => dayOf(timeZone, new Date(end - before));
      // The instants before must belong to the day. Clocks change by three hours at most.
      const isRight =
        dayAt(0) === addDays(day, 1) &&
        [1, HOUR_MS / 2, HOUR_MS, 3 * HOUR_MS].every((before) => dayAt(before) === day);
      if (!isRight) wrong.push(`${timeZone} ${day}`);
      tried += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(5_000);
}, 180_000);

test('clocks that are put forward show a time as late as they would have, those put back the first one', () => {
  const at = (timeZone: string, day: string, minutes: number) =>
    new Date(instantOf(timeZone, day, minutes)).toISOString();
  expect(at('Europe/Berlin', '2026-03-29', 150)).toBe('2026-03-29T01:30:00.000Z');
  expect(at('Europe/Berlin', '2026-10-25', 150)).toBe('2026-10-25T00:30:00.000Z');
  expect(at('America/New_York', '2026-11-01', 90)).toBe('2026-11-01T05:30:00.000Z');
  expect(at('America/Santiago', '2026-09-05', 24 * 60)).toBe('2026-09-06T04:00:00.000Z');
  expect(new Date(startOfDay('Asia/Tokyo', '2026-11-01')).toISOString()).toBe(
    '2026-10-31T15:00:00.000Z',
  );
});

test('deadlines end with a day, over each change of clocks', () => {
  expect(daysAfter('America/Santiago', new Date('2026-09-03T15:00:00Z'), 2).toISOString()).toBe(
    '2026-09-06T04:00:00.000Z',
  );
  expect(
    businessDaysAfter('America/Santiago', new Date('2026-09-04T15:00:00Z'), 1).toISOString(),
  ).toBe('2026-09-08T03:00:00.000Z');
});

test('a deadline that is moved ends with a day again', () => {
  const zone = 'America/Santiago';
  const due = endOfDay(zone, '2026-09-03');
  expect(laterDeadline(zone, due, 0)).toEqual(due);
  expect(laterDeadline(zone, due, 2)).toEqual(endOfDay(zone, '2026-09-05'));
  expect(laterDeadline(zone, due, 3)).toEqual(endOfDay(zone, '2026-09-06'));
});

test.each([
  [0, 0],
  [30 * MINUTE_MS, 0],
  [5 * HOUR_MS, 1],
  [24 * HOUR_MS, 1],
  [25 * HOUR_MS, 1],
  [29 * HOUR_MS, 2],
  [-4 * 24 * HOUR_MS, 0],
])('after %i milliseconds %i days have begun', (waited, days) => {
  const asked = new Date('2026-09-04T15:00:00Z');
  expect(daysBegun(asked, new Date(asked.getTime() + waited))).toBe(days);
});
