import { formatsNow } from './say.ts';

/** How dates are written where somebody reads: made once for each way of writing there is. */
export function dateFormat(options: Intl.DateTimeFormatOptions): {
  readonly format: (date: Date) => string;
} {
  const known = new Map<string, Intl.DateTimeFormat>();
  return {
    format(date) {
      const locale = formatsNow();
      let format = known.get(locale);
      if (!format) known.set(locale, (format = new Intl.DateTimeFormat(locale, options)));
      return format.format(date);
    },
  };
}

/** A whole number, as it is written there. */
export function sayNumber(value: number): string {
  return value.toLocaleString(formatsNow());
}
