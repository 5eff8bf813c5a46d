import { formatsNow } from '../i18n/translate.ts';

/** Cached, because a list shows a hundred ratings. */
const formats = new Map<string, Intl.NumberFormat>();

/** Shows an average such as '4.50' with the decimal sign of the reader. */
export function formatRating(average: string): string {
  const locale = formatsNow();
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    formats.set(locale, format);
  }
  return format.format(Number(average));
}
