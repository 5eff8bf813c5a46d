/** RFC 5321 allows 254 characters in a forward path. */
export const EMAIL_MAX_LENGTH = 254;

/** SPEC's pattern: something, an at sign, something with a dot, and no spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isEmail(text: string): boolean {
  // Control and direction characters, and piles of marks, would make it look like another one.
  return (
    text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text) && !/[\p{Cc}\p{Cf}]|\p{M}{5}/u.test(text)
  );
}

/** The form an address is stored and compared in. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
