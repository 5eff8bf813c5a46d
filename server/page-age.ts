import { endOfDay } from '../app/orders/deadlines.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import { dayOf } from '../app/platform/weekly-hours.ts';

/** Pages name the tax of the day, and another rate may begin with the next one. */
export function pageAge(
  { tax, supportTimezone }: Pick<Settings, 'tax' | 'supportTimezone'>,
  now: Date,
  maxAgeMs: number,
): number {
  if (!tax) return maxAgeMs;
  const midnight = endOfDay(supportTimezone, dayOf(supportTimezone, now));
  return Math.min(maxAgeMs, midnight.getTime() - now.getTime());
}
