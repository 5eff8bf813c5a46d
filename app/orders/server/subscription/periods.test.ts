import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { dayOfPeriod, daysFrom, periodAt, periodFrom } from './periods.server.ts';
import { INTERVALS } from './tables.server.ts';

const RUNS = propertyRuns(300);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const timeZone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  // Clocks change at midnight, so some days begin at one o'clock.
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  // This zone skipped December 30, 2011.
  'Pacific/Apia',
);
const interval = fc.constantFrom(...INTERVALS);
const anchor = fc
  .integer({ min: Date.parse('1999-01-01'), max: Date.parse('2060-12-31') })
  .map((time) => new Date(time).toISOString().slice(0, 10));
const index = fc.integer({ min: 0, max: 60 });

describe('the first day of a period', () => {
  test('in a month without that day is its last day, and later months have the day again', () => {
    const months = [0, 1, 2, 3].map((each) => dayOfPeriod('2026-01-31', 'month', each));
    expect(months).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(dayOfPeriod('2028-01-31', 'month', 1)).toBe('2028-02-29');
    expect(dayOfPeriod('2026-11-30', 'quarter', 1)).toBe('2027-02-28');
    expect(dayOfPeriod('2026-11-30', 'quarter', 2)).toBe('2027-05-30');
  });

  test('of a leap day is February 28 in other years', () => {
    const years = [0, 1, 2, 3, 4].map((each) => dayOfPeriod('2028-02-29', 'year', each));
    expect(years).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  test('of a week is the same weekday', () => {
    fc.assert(
      fc.property(anchor, index, (day, each) => {
        const weekday = (text: string) => new Date(`${text}T00:00:00Z`).getUTCDay();
        expect(weekday(dayOfPeriod(day, 'week', each))).toBe(weekday(day));
      }),
      RUNS,
    );
  });

  test('has the day of the anchor, or is the last day of its month', () => {
    fc.assert(
      fc.property(
        anchor,
        index,
        fc.constantFrom('month', 'quarter', 'year'),
        (day, each, length) => {
          const found = dayOfPeriod(day, length, each);
          const [year = 0, month = 0, date = 0] = found.split('-').map(Number);
          const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
          expect(date).toBe(Math.min(Number(day.slice(8)), last));
        },
      ),
      RUNS,
    );
  });
});

describe('periods', () => {
  test('follow each other without a gap, and begin and end with a day of the shop', () => {
    fc.assert(
      fc.property(timeZone, anchor, interval, index, (zone, day, length, each) => {
        const period = periodAt(zone, day, length, each);
        expect(period.endsAt).toEqual(periodAt(zone, day, length, each + 1).startsAt);
        expect(period.startsAt < period.endsAt).toBe(true);
        const before = new Date(period.startsAt.getTime() - 1);
        expect(dayOf(zone, before) < dayOf(zone, period.startsAt)).toBe(true);
      }),
      RUNS,
    );
  });

  test('have the length of the clock, also when the clocks change', () => {
    const hours = (day: string) => {
      const { startsAt, endsAt } = periodAt('America/New_York', day, 'week', 0);
      return (endsAt.getTime() - startsAt.getTime()) / 3_600_000;
    };
    expect([hours('2026-03-04'), hours('2026-10-28'), hours('2026-06-01')]).toEqual([
      167, 169, 168,
    ]);
  });
});

describe('periods after one of a provider', () => {
  test('begin where the one before ends, have whole lengths and keep the days of the anchor', () => {
    fc.assert(
      fc.property(
        timeZone,
        anchor,
        interval,
        fc.integer({ min: -22 * 60, max: 22 * 60 }),
        (zone, day, length, minutes) => {
          fc.pre(zone !== 'Pacific/Apia');
          // The paid period of the provider ends up to 22 hours before or after the day of our calendar begins.
          let startsAt = new Date(
            periodAt(zone, day, length, 1).startsAt.getTime() + minutes * 60_000,
          );
          for (let each = 1; each <= 15; each += 1) {
            const period = periodFrom(zone, startsAt, day, length, each);
            expect(period.startsAt).toEqual(startsAt);
            const planned = periodAt(zone, day, length, each);
            const lasts = period.endsAt.getTime() - period.startsAt.getTime();
            const planLasts = planned.endsAt.getTime() - planned.startsAt.getTime();
            // Clocks change by an hour, in the hours between the two or on one of both days.
            expect(Math.abs(lasts - planLasts)).toBeLessThanOrEqual(2 * HOUR_MS);
            expect(Math.abs(period.endsAt.getTime() - planned.endsAt.getTime())).toBeLessThan(
              DAY_MS,
            );
            startsAt = period.endsAt;
          }
        },
      ),
      RUNS,
    );
  });

  test('are those of the calendar if that one ended with a day', () => {
    fc.assert(
      fc.property(timeZone, anchor, interval, index, (zone, day, length, each) => {
        const planned = periodAt(zone, day, length, each);
        expect(periodFrom(zone, planned.startsAt, day, length, each)).toEqual(planned);
      }),
      RUNS,
    );
  });

  test('keep the time of day, and the last day of a month', () => {
    const ends = (startsAt: string, each: number) =>
      periodFrom('UTC', new Date(startsAt), '2026-01-31', 'month', each).endsAt.toISOString();
    expect(ends('2026-02-28T14:32:00Z', 1)).toBe('2026-03-31T14:32:00.000Z');
    expect(ends('2026-03-31T14:32:00Z', 2)).toBe('2026-04-30T14:32:00.000Z');
  });

  test('count from their own first day if the provider had moved it', () => {
    const { endsAt } = periodFrom(
      'UTC',
      new Date('2026-03-20T08:00:00Z'),
      '2026-01-05',
      'month',
      2,
    );
    expect(endsAt.toISOString()).toBe('2026-04-20T08:00:00.000Z');
  });
});

test('days later, the clock of the shop shows the same time', () => {
  const from = new Date('2026-03-07T15:30:00Z');
  expect(daysFrom('America/New_York', from, 1).toISOString()).toBe('2026-03-08T14:30:00.000Z');
  expect(daysFrom('America/New_York', from, 10).toISOString()).toBe('2026-03-17T14:30:00.000Z');
});
