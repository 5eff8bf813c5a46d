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
