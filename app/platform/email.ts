/** RFC 5321 allows 254 characters in a forward path. */
const EMAIL_MAX_LENGTH = 254;

/** SPEC's pattern: something, an at sign, something with a dot, and no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isEmail(text: string): boolean {
  // Control and direction characters would let an address look like another one in a list.
  return text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text) && !/[\p{Cc}\p{Cf}]/u.test(text);
}

/** The form an address is stored and compared in. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
