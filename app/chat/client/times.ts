import { formatTimeOfDay } from '../../platform/formats.ts';
import { formatsNow, t } from '../../i18n/translate.ts';
const LONG_DATE = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
} as const;

/** Returns a time such as '10:44'. */
export function formatClock(time: Date): string {
  return formatTimeOfDay(time.getHours(), time.getMinutes());
}

/** Returns the heading of a day: 'Today', 'Yesterday' or the weekday with its date (rule 156). */
export function formatDay(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return t('Today');
  return days === 1
    ? t('Yesterday')
    : new Intl.DateTimeFormat(formatsNow(), LONG_DATE).format(time);
}

/** Returns the calendar day in the reader's time zone, as days since 1970; a day may have 23 or 25 hours. */
export function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
}
