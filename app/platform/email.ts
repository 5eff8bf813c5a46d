/** RFC 5321 allows 254 characters in a forward path. */
export const EMAIL_MAX_LENGTH = 254;

/** The pattern of rule 102: something, an at sign, something with a dot, and no spaces. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/**
 * Rejects control, bidi and stacked combining characters, which disguise an address, and brackets,
 * comments, lists and paths: emails to `<anna@shop.example>` and `anna@shop.example(x)` reach Anna
 * but would not match her stored address.
 */
const MISLEADING = /[\p{Cc}\p{Cf}<>]|\p{M}{5}|@.*[^\w.\-\u0080-\u{10ffff}]/u;

export function isEmail(text: string): boolean {
  return hasEmailShape(text) && !MISLEADING.test(text);
}

/** Checks a search term: stored addresses may be older than the rules of {@link isEmail}. */
export function hasEmailShape(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text);
}

/** Copied addresses may begin with `mailto:` and be wrapped in invisible marks of direction. */
const AROUND = /^[\s\p{Cf}]*(?:mailto:)?[\s\p{Cf}]*|[\s\p{Cf}]+$/gu;

export function normalizeEmail(text: string): string {
  return text.toLowerCase().replace(AROUND, '');
}
