const NAME_MAX_LENGTH = 80;

/** What could reorder, hide or break the text around a name. Joiners, which Persian needs, stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** More marks on one letter than any script uses would be drawn over the lines around it. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A name as it is stored: one line, no direction tricks, at most 80 characters. */
export function normalizeName(text: string): string {
  const line = text.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return Array.from(line.replace(PILE_OF_MARKS, '$1')).slice(0, NAME_MAX_LENGTH).join('').trim();
}
