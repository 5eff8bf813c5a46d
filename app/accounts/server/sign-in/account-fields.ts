import { isEmail } from '../../../platform/email.ts';
import { toLine } from '../../../platform/shown-text.ts';

/**
 * Stricter than the product's other email fields, because the address must also pass the check of better-auth.
 * An early error is better than an account that cannot sign in.
 */
const MAILBOX =
  /^[a-z0-9_+-]+(?:[.'][a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

/** Expects a normalised address. */
export function isAccountEmail(email: string): boolean {
  return isEmail(email) && MAILBOX.test(email);
}

export const NAME_MAX_LENGTH = 80;

/** Removes line breaks and characters that change the text direction. */
export function normalizeName(text: string): string {
  return toLine(text, NAME_MAX_LENGTH);
}
