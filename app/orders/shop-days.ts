import { dayOf, instantOf } from '../platform/weekly-hours.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_MINUTES = 24 * 60;

/** '2026-11-30' and so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Midnight at the end of a day, by the shop's clocks. */
export function endOfDay(timeZone: string, day: string): Date {
  return new Date(instantOf(timeZone, day, DAY_MINUTES));
}

/** The end of the day that comes so many days after this moment. */
export function daysAfter(timeZone: string, from: Date, days: number): Date {
  return endOfDay(timeZone, addDays(dayOf(timeZone, from), days));
}

/** The end of the so manieth business day after this moment: Monday to Friday, the day of asking not counted. */
export function businessDaysAfter(timeZone: string, from: Date, days: number): Date {
  let day = dayOf(timeZone, from);
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return endOfDay(timeZone, day);
}

/** The day whose end this moment is: 'until November 30' and not the first instant of December. */
export function lastDayBefore(timeZone: string, end: Date): string {
  return dayOf(timeZone, new Date(end.getTime() - 1));
}
