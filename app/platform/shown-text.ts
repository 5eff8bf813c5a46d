/** What could reorder, hide or break the text around a name. Joiners, which Persian needs, stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Embeddings, overrides and isolates: they turn around what follows, and nobody types them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** More marks on one letter than any script uses would be drawn over the lines around it. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * The same before letters are composed with their marks, of which some then are no marks any more.
 * Composing sorts the marks of a letter, in a time that grows with the square of their number.
 */
const PILE_BEFORE_COMPOSING = /(\p{M}{8})\p{M}+/gu;

/** Control characters but tab and line break; PostgreSQL has no NUL. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * A character that leaves something on the screen: not spaces, controls, what Unicode lets a font
 * ignore (joiners, soft hyphens, fillers, tags, variation selectors), nor the letters and marks
 * that are drawn empty, such as the blank Braille pattern. Arabic and Kaithi number signs are
 * format characters that one does see.
 */
const SEEN =
  /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]|[\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

/** Whether nobody could see anything of this text: then it counts as empty, wherever that is asked. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * Characters that may come in for each one that is kept: marks that are composed with their
 * letter, both halves of a line break, and what is taken out.
 */
const TYPED_FOR_ONE = 16;

/** How long the input for a text of `maxLength` characters may be at the door. */
export function typedLength(maxLength: number): number {
  return maxLength * TYPED_FOR_ONE;
}

/**
 * One line among other texts, such as a name: composed (NFC), no direction tricks, no piles of
 * marks, at most `maxLength` characters; '' where nobody would see anything. The time it takes
 * grows with `maxLength` alone, apart from looking for the first character that is no space.
 */
export function toLine(text: string, maxLength: number): string {
  const line = text
    .trimStart()
    .slice(0, typedLength(maxLength))
    .toWellFormed()
    .replace(PILE_BEFORE_COMPOSING, '$1')
    .normalize('NFC')
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(PILE_OF_MARKS, '$1');
  const kept = Array.from(line).slice(0, maxLength).join('').trim();
  return isBlank(kept) ? '' : kept;
}

/** A text without what is blank around it; the first of several lines keeps its indentation, as in code. */
export function trimText(text: string): string {
  const rest = text.trimEnd();
  const trimmed = rest.trimStart();
  if (!/[\r\n]/.test(trimmed)) return trimmed;
  const before = rest.slice(0, rest.length - trimmed.length);
  const indent = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return /[^ \t\u3000]/.test(indent) ? trimmed : indent + trimmed;
}

/**
 * What somebody wrote, in a place of its own: trimmed, with its line breaks and direction marks;
 * '' where nobody would see anything. What is longer than `maxLength` stays longer, so that the
 * caller can refuse it, but of input beyond any reason only the beginning is looked at.
 */
export function toText(text: string, maxLength: number): string {
  const typed = trimText(text);
  if (typed.length > typedLength(maxLength)) return typed.slice(0, maxLength + 1);
  const kept = trimText(
    typed
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(CONTROL, '')
      .replace(TURNING, '')
      .replace(PILE_OF_MARKS, '$1'),
  );
  return isBlank(kept) ? '' : kept;
}
