import { dayOf, instantOf } from '../../../platform/weekly-hours.ts';
import { DAILY_DIGEST_HOUR, type Digest } from '../../protocol/rules.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the latest due time up to now. */
export function digestDue(kind: Exclude<Digest, 'off'>, now: Date, timeZone: string): Date {
  if (kind === 'hourly') return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const today = dayOf(timeZone, now);
  const due = dueOn(timeZone, today);
  if (due.getTime() <= now.getTime()) return due;
  return dueOn(timeZone, new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString());
}

function dueOn(timeZone: string, day: string): Date {
  return new Date(instantOf(timeZone, day.slice(0, 10), DAILY_DIGEST_HOUR * 60));
}
