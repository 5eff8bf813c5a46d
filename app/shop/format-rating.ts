import { formatsNow } from '../i18n/translate.ts';

/** Shows an average such as '4.50' with the decimal sign of the reader. */
export function formatRating(average: string): string {
  return Number(average).toLocaleString(formatsNow(), { minimumFractionDigits: 2 });
}
