/** RFC 5321 allows 254 characters in a forward path. */
export const EMAIL_MAX_LENGTH = 254;

/** SPEC's pattern: something, an at sign, something with a dot, and no spaces. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/**
 * Control and direction characters, and piles of marks, would make it look like another one. With
 * brackets around it, or a comment, a list or a path behind it, it arrives where another one does:
 * mails to `<anna@shop.example>` and `anna@shop.example(x)` reach Anna, and would not count as hers.
 */
const MISLEADING = /[\p{Cc}\p{Cf}<>]|\p{M}{5}|@.*[^\w.\-\u0080-\u{10ffff}]/u;

export function isEmail(text: string): boolean {
  return hasEmailShape(text) && !MISLEADING.test(text);
}

/** For looking one up: what is kept may be older than what {@link isEmail} asks of new ones. */
export function hasEmailShape(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text);
}

/** The form an address is stored and compared in. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
