import { addDays } from '../../../platform/day.ts';
import type { CalendarPeriod, CalendarSpan } from '../../protocol/calendar.ts';

/** Calculates with dates alone, so that no time zone moves a day. */
export function periodOf(span: CalendarSpan, day: string): CalendarPeriod {
  const first = span === 'month' ? `${day.slice(0, 7)}-01` : day;
  const start = addDays(first, -weekdayOf(first));
  const last = span === 'month' ? addDays(nextMonth(day), -1) : day;
  const end = addDays(last, 6 - weekdayOf(last));
  const days = [start];
  while (days.at(-1)! < end) days.push(addDays(days.at(-1)!, 1));
  return span === 'month'
    ? { span, day, days, previous: previousMonth(day), next: nextMonth(day) }
    : { span, day, days, previous: addDays(day, -7), next: addDays(day, 7) };
}

/** Monday is 0. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function nextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

function previousMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}
