import { t } from '../../../i18n/translate.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isAccountEmail, normalizeName } from './account-fields.ts';
import { ALL_FIELDS_REQUIRED, checkNewPassword } from './password-rules.server.ts';

/** An admin who chooses a password, as typed into a form. */
export interface NewAdmin {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Reads the fields of a new admin. Throws {@link RefusedError} 400 for an invalid one. */
export function readNewAdmin(form: NewAdmin) {
  const fullName = normalizeName(`${form.firstName} ${form.lastName}`);
  const email = normalizeEmail(form.email);
  if (normalizeName(form.firstName) === '' || normalizeName(form.lastName) === '' || email === '') {
    throw new RefusedError(400, t(ALL_FIELDS_REQUIRED));
  }
  checkNewPassword(form.password, form.confirmation);
  if (!isAccountEmail(email)) {
    throw new RefusedError(400, t('Please enter a valid email address'), 'email');
  }
  return { fullName, email };
}
