/**
 * Characters that could reorder, hide or break the text around a name. Joiners stay, because
 * Persian needs them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Bidi embeddings, overrides and isolates: they reorder the following text, and nobody types them.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** More combining marks than any script uses, which would be drawn over the lines around. */
const PILE_OF_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * The same before composition, which turns some marks into parts of letters. Composition sorts the
 * marks of a letter in quadratic time, so their number must be limited first.
 */
const PILE_BEFORE_COMPOSING = /(\p{M}{8})\p{M}+/gu;

/** Control characters except tab and line break; PostgreSQL cannot store NUL. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Matches a visible character: no spaces, controls, default ignorable characters (joiners, soft
 * hyphens, fillers, tags, variation selectors), nor letters and marks that are drawn empty, such as
 * the blank Braille pattern. Arabic and Kaithi number signs are visible format characters.
 */
const SEEN =
  /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]|[\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * The most typed characters for each stored one: combining marks, both halves of a line break, and
 * removed characters.
 */
const TYPED_FOR_ONE = 16;

export function typedLength(maxLength: number): number {
  return maxLength * TYPED_FOR_ONE;
}

/**
 * Normalizes one line such as a name: NFC, no bidi controls, no piles of marks, at most `maxLength`
 * characters; '' when nothing is visible. The run time depends on `maxLength` alone, apart from
 * trimming leading spaces.
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
  const remaining = Array.from(line).slice(0, maxLength).join('').trim();
  return isBlank(remaining) ? '' : remaining;
}

/** Returns at most `maxLength` characters; a longer text ends with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  const letters = Array.from(text);
  if (letters.length <= maxLength) return text;
  return `${letters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** The same for a text that is shown in one line. */
export function shortenLine(text: string, maxLength: number): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), maxLength);
}

/** Trims a text; the first of several lines keeps its indentation, as in code. */
export function trimText(text: string): string {
  const rest = text.trimEnd();
  const trimmed = rest.trimStart();
  if (!/[\r\n]/.test(trimmed)) return trimmed;
  const before = rest.slice(0, rest.length - trimmed.length);
  const indent = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return /[^ \t\u3000]/.test(indent) ? trimmed : indent + trimmed;
}

/**
 * Normalizes a longer text: trimmed, with line breaks and bidi marks; '' when nothing is visible. A
 * text longer than `maxLength` stays longer, so that the caller can refuse it, but only the
 * beginning of an absurdly long one is processed.
 */
export function toText(text: string, maxLength: number): string {
  const typed = trimText(text);
  if (typed.length > typedLength(maxLength)) return typed.slice(0, maxLength + 1);
  const remaining = trimText(
    typed
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(CONTROL, '')
      .replace(TURNING, '')
      .replace(PILE_OF_MARKS, '$1'),
  );
  return isBlank(remaining) ? '' : remaining;
}
