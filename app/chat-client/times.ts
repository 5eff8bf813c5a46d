import { dateFormat } from '../platform/formats.ts';
import { formatsNow, say } from '../platform/say.ts';
// A day of 24 hours, without a leading zero.
const CLOCK = dateFormat({ hour: 'numeric', minute: '2-digit' }, 'en-GB');
const LONG_DATE = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
} as const;

/** '10:44' */
export function formatClock(time: Date): string {
  return CLOCK.format(time);
}

/** A day's heading: 'Today', 'Yesterday' or the weekday with its date (SPEC §2). */
export function formatDay(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return say('Today');
  return days === 1
    ? say('Yesterday')
    : new Intl.DateTimeFormat(formatsNow(), LONG_DATE).format(time);
}

/** The calendar day in this person's time zone, counted from 1970: not periods of 24 hours. */
export function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
}
