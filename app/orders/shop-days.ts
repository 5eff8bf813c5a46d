import { dayOf, startOfDay } from '../platform/weekly-hours.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** '2026-11-30' and so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The end of a day by the shop's clocks: the first instant of the next day. */
export function endOfDay(timeZone: string, day: string): Date {
  return new Date(startOfDay(timeZone, addDays(day, 1)));
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

/** A deadline as many days later: at the end of a day again, however long the days between were. */
export function laterDeadline(timeZone: string, deadline: Date, days: number): Date {
  return days === 0
    ? deadline
    : endOfDay(timeZone, addDays(lastDayBefore(timeZone, deadline), days));
}

/** So many days, and each that was begun; an hour is what clocks may have been changed by meanwhile. */
export function daysBegun(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime() - HOUR_MS) / DAY_MS));
}

/** The day whose end this moment is: 'until November 30' and not the first instant of December. */
export function lastDayBefore(timeZone: string, end: Date): string {
  return dayOf(timeZone, new Date(end.getTime() - 1));
}
