import { formatsNow } from './say.ts';

/**
 * How dates are written where somebody reads, or in one place's way: made once for each way of writing there
 * is, when it is first needed. Made as a page's scripts start, each would hold a slow telephone up.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  inWayOf?: string,
): {
  readonly format: (date: Date) => string;
} {
  const known = new Map<string, Intl.DateTimeFormat>();
  return {
    format(date) {
      const locale = inWayOf ?? formatsNow();
      let format = known.get(locale);
      if (!format) known.set(locale, (format = new Intl.DateTimeFormat(locale, options)));
      return format.format(date);
    },
  };
}
