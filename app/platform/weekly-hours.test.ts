import { describe, expect, test } from 'vitest';
import {
  instantOf,
  isWithin,
  nextOpening,
  openingsBetween,
  parseOpenings,
  type WeeklyHours,
} from './weekly-hours.ts';

function hours(text: string, timeZone = 'America/New_York'): WeeklyHours {
  const openings = parseOpenings(text);
  if (!openings) throw new Error(`'${text}' is not understood`);
  return { timeZone, openings };
}

const office = hours('Mon-Fri 09:00-17:30, Sat 10:00-14:00');

test.each([
  ['a Monday morning', '2026-06-15T13:00:00Z', true],
  ['a minute too early', '2026-06-15T12:59:00Z', false],
  ['closing time', '2026-06-15T21:30:00Z', false],
  ['a Saturday noon', '2026-06-20T16:00:00Z', true],
  ['a Sunday', '2026-06-21T16:00:00Z', false],
])('%s is read in the zone of the hours', (_, time, expected) => {
  expect(isWithin(office, new Date(time))).toBe(expected);
});

test('hours that pass midnight last into the next day, and over the end of the week', () => {
  const night = hours('Sat 22:00-02:00', 'Europe/Berlin');
  expect(isWithin(night, new Date('2026-06-20T21:00:00Z'))).toBe(true);
  expect(isWithin(night, new Date('2026-06-20T23:59:00Z'))).toBe(true);
  expect(isWithin(night, new Date('2026-06-21T00:00:00Z'))).toBe(false);
  const round = hours('Sun-Sat 00:00-24:00');
  expect(isWithin(round, new Date('2026-06-21T03:59:00Z'))).toBe(true);
});

test('the next opening may be tomorrow, after the weekend, or across a change of clocks', () => {
  const opens = (time: string) => nextOpening(office, new Date(time)).toISOString();
  expect(opens('2026-06-15T22:10:30Z')).toBe('2026-06-16T13:00:00.000Z');
  expect(opens('2026-06-20T18:00:00Z')).toBe('2026-06-22T13:00:00.000Z');
  // New York leaves summer time on Sunday 1 November 2026.
  expect(opens('2026-10-31T19:00:00Z')).toBe('2026-11-02T14:00:00.000Z');
});

describe('what cannot be read', () => {
  test.each([
    '',
    'always',
    'Mon 9-17',
    'Mon 25:00-26:00',
    'Mon-Xyz 09:00-17:00',
    'Mon 09:00-09:00',
  ])("'%s' is refused", (text) => expect(parseOpenings(text)).toBeUndefined());
});

test('the openings of a time come in order, merged, past midnight and over a change of clocks', () => {
  const night = hours('Sat 22:00-04:00, Sun 03:30-05:00');
  // On 1 November 2026, clocks in New York go back an hour at two.
  const found = openingsBetween(
    night,
    new Date('2026-11-01T00:00:00Z'),
    new Date('2026-11-02T00:00:00Z'),
  );
  expect(found).toEqual([
    { from: Date.parse('2026-11-01T02:00:00Z'), to: Date.parse('2026-11-01T10:00:00Z') },
  ]);
  expect(instantOf('Asia/Tokyo', '2026-11-01', 0)).toBe(Date.parse('2026-10-31T15:00:00Z'));
});
