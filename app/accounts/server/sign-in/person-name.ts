import { toLine } from '../../../platform/shown-text.ts';

export const NAME_MAX_LENGTH = 80;

/** Removes line breaks and characters that change the text direction. */
export function normalizeName(text: string): string {
  return toLine(text, NAME_MAX_LENGTH);
}
