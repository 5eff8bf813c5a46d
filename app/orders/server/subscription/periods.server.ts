import { Temporal } from 'temporal-polyfill';
import type { Period } from '../../pricing/direct-order.ts';

const LENGTHS: Readonly<Record<Period, { readonly weeks?: number; readonly months?: number }>> = {
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

export interface PeriodDates {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Returns the first day of a period, counted from 0. Every period is counted from the anchor and not from the one before,
 * so that January 31 is followed by February 28 and then by March 31.
 */
export function dayOfPeriod(anchorDay: string, interval: Period, index: number): string {
  const { weeks = 0, months = 0 } = LENGTHS[interval];
  return Temporal.PlainDate.from(anchorDay)
    .add({ weeks: weeks * index, months: months * index }, { overflow: 'constrain' })
    .toString();
}

/** Returns a period from the first instant of its first day to the first instant of the next period's first day. */
export function periodAt(
  timeZone: string,
  anchorDay: string,
  interval: Period,
  index: number,
): PeriodDates {
  return {
    startsAt: firstInstantOf(timeZone, dayOfPeriod(anchorDay, interval, index)),
    endsAt: firstInstantOf(timeZone, dayOfPeriod(anchorDay, interval, index + 1)),
  };
}

/** Returns the same time of day some days later, whatever clock changes are between. */
export function daysFrom(timeZone: string, from: Date, days: number): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(zoned.add({ days }).epochMilliseconds);
}

/** A day can begin at one o'clock, where clocks change at midnight. */
function firstInstantOf(timeZone: string, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}
