// As the visitor's side writes it: a day of 24 hours, without a leading zero.
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long' });
const SHORT_DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const LONG_DATE = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

const WEEK_DAYS = 7;

/** '10:44' */
export function formatClock(time: Date): string {
  return CLOCK.format(time);
}

/** '10:44' today, 'Yesterday', 'Monday' within a week, then 'Nov 3'. */
export function formatListTime(time: Date, now: Date): string {
  const days = daysBetween(time, now);
  if (days === 0) return formatClock(time);
  if (days === 1) return 'Yesterday';
  return days < WEEK_DAYS ? WEEKDAY.format(time) : SHORT_DATE.format(time);
}

/** A day's heading in a thread: 'Today', 'Yesterday' or the weekday with its date (SPEC §2). */
export function formatDay(time: Date, now: Date): string {
  const days = daysBetween(time, now);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : LONG_DATE.format(time);
}

/** Whether both are on one day in this person's time zone. */
export function isSameDay(one: Date, other: Date): boolean {
  return (
    one.getDate() === other.getDate() &&
    one.getMonth() === other.getMonth() &&
    one.getFullYear() === other.getFullYear()
  );
}

/** Calendar days in this person's time zone, not periods of 24 hours. */
function daysBetween(time: Date, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(now) - day(time)) / (24 * 60 * 60 * 1000));
}
