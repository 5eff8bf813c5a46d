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

/**
 * Returns the period that begins at this instant, where the one before it ends. Its days are those of the anchor, and its
 * end keeps the time of day. The periods of a provider begin at any time of day, which in the shop's time zone may be the
 * day before or after that of the anchor. If they are on other days, the period counts from its own first day.
 */
export function periodFrom(
  timeZone: string,
  startsAt: Date,
  anchorDay: string,
  interval: Period,
  index: number,
): PeriodDates {
  const starts = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const day = starts.toPlainDate();
  const { days } = day.since(dayOfPeriod(anchorDay, interval, index), { largestUnit: 'day' });
  const nextDay =
    Math.abs(days) <= 1
      ? Temporal.PlainDate.from(dayOfPeriod(anchorDay, interval, index + 1)).add({ days })
      : Temporal.PlainDate.from(dayOfPeriod(day.toString(), interval, 1));
  // A period that begins with its day also ends with one, which may begin at another time.
  const plainTime = starts.equals(starts.startOfDay()) ? undefined : starts.toPlainTime();
  return {
    startsAt,
    endsAt: new Date(nextDay.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds),
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
