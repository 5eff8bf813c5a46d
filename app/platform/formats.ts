import { formatsNow } from '../i18n/translate.ts';

/**
 * A date formatter for the current locale, or for another one. Each is created on first use and
 * cached: creating them while a page loads would delay slow phones.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  inLocale?: string,
): {
  readonly format: (date: Date) => string;
} {
  const known = new Map<string, Intl.DateTimeFormat>();
  return {
    format(date) {
      const locale = inLocale ?? formatsNow();
      let format = known.get(locale);
      if (!format) known.set(locale, (format = new Intl.DateTimeFormat(locale, options)));
      return format.format(date);
    },
  };
}

/** Formats a share such as 0.82 for the reader: '82%', or '82 %' with a no-break space in German. */
export function formatPercent(share: number): string {
  return new Intl.NumberFormat(formatsNow(), { style: 'percent' }).format(share);
}

/** Returns the time by this device's clock, such as '10:44'. */
export function formatClock(time: Date): string {
  return formatTimeOfDay(time.getHours(), time.getMinutes());
}

/**
 * Returns a time such as '2:57' or '14:05': 24 hours without a leading zero. `Intl` writes '02:57' in Firefox, where
 * React would then render the whole page again instead of hydrating it.
 */
function formatTimeOfDay(hours: number, minutes: number): string {
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

/** UTC makes server and browser render the same text. */
export const DAY_IN_UTC = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a text such as 'Nov 21, 2026, 10:15 UTC', the same on the server and in every browser. */
export function formatInUtc(date: Date): string {
  const time = formatTimeOfDay(date.getUTCHours(), date.getUTCMinutes());
  return `${DAY_IN_UTC.format(date)}, ${time} UTC`;
}
