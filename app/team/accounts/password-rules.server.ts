import common from '../../../content/common-passwords.json' with { type: 'json' };
import { RefusedError } from '../../platform/errors.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './auth.server.ts';
import { CHOSEN_PASSWORD_MIN_LENGTH } from './password-length.ts';

export const ALL_FIELDS_REQUIRED = 'All fields are required';
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const PASSWORD_TOO_SHORT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;
export const CHOSEN_PASSWORD_TOO_SHORT = `Password must be at least ${CHOSEN_PASSWORD_MIN_LENGTH} characters long`;
export const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`;
export const PASSWORD_COMMON =
  'This password is among the most common ones. Please choose another.';

/** Throws {@link RefusedError} unless the two are the same; SPEC §5 asks this before the length. */
export function checkRepeated(password: string, confirmation: string): void {
  if (password !== confirmation) {
    throw new RefusedError(400, PASSWORDS_DIFFER, 'confirmation');
  }
}

/** Throws {@link RefusedError} for a password too short, or too long to hash in good time. */
export function checkLength(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new RefusedError(400, PASSWORD_TOO_SHORT, 'password');
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    throw new RefusedError(400, PASSWORD_TOO_LONG, 'password');
  }
}

/** The 3,000 most common of at least six characters; their source is beside them. */
const commonPasswords: ReadonlySet<string> = new Set(common);

/** Whether guessing tools try this password among the first; upper and lower case are the same. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}

/** Throws {@link RefusedError} for a password that guessing tools try first. */
export function checkUncommon(password: string): void {
  if (isCommonPassword(password)) throw new RefusedError(400, PASSWORD_COMMON, 'password');
}

/** The same for a password chosen anywhere but at /create-account, whose six SPEC asks for. */
export function checkChosenLength(password: string): void {
  // An emoji is one character, although it counts as two in the text.
  if (Array.from(password.slice(0, PASSWORD_MAX_LENGTH)).length < CHOSEN_PASSWORD_MIN_LENGTH) {
    throw new RefusedError(400, CHOSEN_PASSWORD_TOO_SHORT, 'password');
  }
  checkLength(password);
}

/** The three above, for forms that set a password and nothing SPEC orders in between. */
export function checkNewPassword(password: string, confirmation: string): void {
  if (password === '' || confirmation === '') throw new RefusedError(400, ALL_FIELDS_REQUIRED);
  checkRepeated(password, confirmation);
  checkUncommon(password);
  checkChosenLength(password);
}
