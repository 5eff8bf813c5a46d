import { dayOf, formatOpenings, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import { ESTIMATE_ERROR } from '../../protocol/distribution.ts';
import { addDays } from '../../protocol/period.ts';

/**
 * A day is rolled up this long after its end. Until then its conversations still change and are computed
 * live. Later changes are recorded by the database (`report_changes`) for conversations older than six days;
 * the margin allows for clock skew.
 */
const SETTLED_AFTER_DAYS = 8;

export function lastSettledDay(timeZone: string, now: Date): string {
  return addDays(dayOf(timeZone, now), -SETTLED_AFTER_DAYS);
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * Returns the key of everything a rolled-up day depends on besides its conversations. With another key the
 * day is invalid.
 */
export function measuredBy(hours: WeeklyHours | undefined, timeZone: string): string {
  const open = hours ? `${formatOpenings(hours.openings)} in ${hours.timeZone}` : 'always';
  return `days of ${timeZone}, open ${open}, within ${ESTIMATE_ERROR}`;
}
