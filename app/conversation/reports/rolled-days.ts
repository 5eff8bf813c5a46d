import { dayOf, formatOpenings, type WeeklyHours } from '../../platform/weekly-hours.ts';
import { ESTIMATE_ERROR } from './distribution.ts';
import { addDays } from './period.ts';

/**
 * A day is counted once and for all when it is over for so long; until then its conversations still
 * change with every message, and are read themselves. What changes later is noted by the database, for
 * conversations older than six days (`report_changes`): the rest is for clocks that differ.
 */
const SETTLED_AFTER_DAYS = 8;

export function lastSettledDay(timeZone: string, now: Date): string {
  return addDays(dayOf(timeZone, now), -SETTLED_AFTER_DAYS);
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** What a kept day depends on besides its conversations: with any other value it says nothing. */
export function measuredBy(hours: WeeklyHours | undefined, timeZone: string): string {
  const open = hours ? `${formatOpenings(hours.openings)} in ${hours.timeZone}` : 'always';
  return `days of ${timeZone}, open ${open}, within ${ESTIMATE_ERROR}`;
}
