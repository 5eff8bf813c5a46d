import { addDays } from '../platform/day.ts';
import { dayOf, startOfDay } from '../platform/weekly-hours.ts';
import { AT_RISK_MS, type OrderDue } from './protocol/due.ts';
import { stateOf, type Deadline, type OrderState } from './protocol/transitions.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Returns the first instant of the next day in the shop's time zone. */
export function endOfDay(timeZone: string, day: string): Date {
  return new Date(startOfDay(timeZone, addDays(day, 1)));
}

export function daysAfter(timeZone: string, from: Date, days: number): Date {
  return endOfDay(timeZone, addDays(dayOf(timeZone, from), days));
}

/** Returns the end of the nth business day after this moment. Monday to Friday count, the first day does not. */
export function businessDaysAfter(timeZone: string, from: Date, days: number): Date {
  let day = dayOf(timeZone, from);
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return endOfDay(timeZone, day);
}

/** Moves a deadline by whole days, so that it is again the end of a day whatever clock changes are between. */
export function laterDeadline(timeZone: string, deadline: Date, days: number): Date {
  return days === 0
    ? deadline
    : endOfDay(timeZone, addDays(lastDayBefore(timeZone, deadline), days));
}

/** Counts started days. One hour is subtracted, because the clocks may have changed meanwhile. */
export function daysBegun(from: Date, to: Date): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime() - HOUR_MS) / DAY_MS));
}

/** Returns the day that ends at this moment, so that a deadline reads 'November 30' and not 'December 1'. */
export function lastDayBefore(timeZone: string, end: Date): string {
  return dayOf(timeZone, new Date(end.getTime() - 1));
}

type Dated = { readonly state: OrderState } & Readonly<Record<`${Deadline}DueAt`, Date | null>>;

/** Returns the deadline that applies in the order's state, or null if there is none. */
export function dueOf(order: Dated, timeZone: string, now: Date): OrderDue | null {
  const { deadline } = stateOf(order.state);
  const at = deadline && order[`${deadline}DueAt`];
  if (!at) return null;
  const isLate = at <= now;
  const isAtRisk = !isLate && at.getTime() - now.getTime() <= AT_RISK_MS;
  return { what: deadline, day: lastDayBefore(timeZone, at), isLate, isAtRisk };
}
