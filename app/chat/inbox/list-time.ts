import { say } from '../../platform/say.ts';
import { dateFormat } from '../../platform/formats.ts';
import { dayOf, formatClock } from '../client/times.ts';

const WEEKDAY = dateFormat({ weekday: 'long' });
const SHORT_DATE = dateFormat({ month: 'short', day: 'numeric' });

const WEEK_DAYS = 7;

/** Returns '10:44' today, 'Yesterday', 'Monday' within a week, then 'Nov 3'. */
export function formatListTime(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return formatClock(time);
  if (days === 1) return say('Yesterday');
  return days < WEEK_DAYS ? WEEKDAY.format(time) : SHORT_DATE.format(time);
}
