import { toLine } from '../../platform/shown-text.ts';

export const NAME_MAX_LENGTH = 80;

/** A name as it is stored: one line, no direction tricks, at most 80 characters. */
export function normalizeName(text: string): string {
  return toLine(text, NAME_MAX_LENGTH);
}
