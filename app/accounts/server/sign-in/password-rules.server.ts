import { msg, t } from '../../../i18n/translate.ts';
import common from '../../../../content/common-passwords.json' with { type: 'json' };
import { RefusedError } from '../../../platform/errors.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './auth.server.ts';
import { CHOSEN_PASSWORD_MIN_LENGTH } from '../../protocol/password-length.ts';

export const ALL_FIELDS_REQUIRED = msg('All fields are required');
export const PASSWORDS_DIFFER = msg('Passwords do not match');
const tooShort = (least: number) =>
  t('Password must be at least {least, plural, one {# character} other {# characters}} long', {
    least,
  });
export const passwordTooLong = () =>
  t('Password must be at most {most, plural, one {# character} other {# characters}} long', {
    most: PASSWORD_MAX_LENGTH,
  });
export const PASSWORD_COMMON = msg('This password is too common. Choose another one.');

/** rule 178 requires this check before that of the length. */
export function checkRepeated(password: string, confirmation: string): void {
  if (password !== confirmation) {
    throw new RefusedError(400, t(PASSWORDS_DIFFER), 'confirmation');
  }
}

/** The maximum keeps hashing fast enough. */
export function checkLength(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new RefusedError(400, tooShort(PASSWORD_MIN_LENGTH), 'password');
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    throw new RefusedError(400, passwordTooLong(), 'password');
  }
}

/** The 3,000 most common passwords of at least six characters. Their source is documented beside the file. */
const commonPasswords: ReadonlySet<string> = new Set(common);

/** Case-insensitive. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}

export function checkUncommon(password: string): void {
  if (isCommonPassword(password)) throw new RefusedError(400, t(PASSWORD_COMMON), 'password');
}

/** Requires twelve characters. Only /create-account allows six, because rule 177 asks for that. */
export function checkChosenLength(password: string): void {
  // Counts an emoji as one character, although it has a length of two.
  if (Array.from(password.slice(0, PASSWORD_MAX_LENGTH)).length < CHOSEN_PASSWORD_MIN_LENGTH) {
    throw new RefusedError(400, tooShort(CHOSEN_PASSWORD_MIN_LENGTH), 'password');
  }
  checkLength(password);
}

/** All checks for forms whose order of errors rule 178 does not prescribe. */
export function checkNewPassword(password: string, confirmation: string): void {
  if (password === '' || confirmation === '') throw new RefusedError(400, t(ALL_FIELDS_REQUIRED));
  checkRepeated(password, confirmation);
  checkUncommon(password);
  checkChosenLength(password);
}
