import * as v from 'valibot';
import { t, msg } from '../../i18n/translate.ts';
import { EMAIL_MAX_LENGTH } from '../../platform/email.ts';
import { field } from '../../platform/fields.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { PASSWORD_MAX_LENGTH } from '../../accounts/server/sign-in/auth.server.ts';
import { passwordTooLong } from '../../accounts/server/sign-in/password-rules.server.ts';
import { NAME_MAX_LENGTH } from '../../accounts/server/sign-in/account-fields.ts';

// Several account forms share these fields.

export const personName = field(NAME_MAX_LENGTH, () =>
  t('Use a name of at most {most, plural, one {# character} other {# characters}}', {
    most: NAME_MAX_LENGTH,
  }),
);
export const email = field(EMAIL_MAX_LENGTH, msg('Please enter a valid email address'));
export const password = field(PASSWORD_MAX_LENGTH, passwordTooLong);
/** The code has six digits, in the digits of any keyboard, or is a recovery code. */
export const code = v.pipe(field(64, msg('This code is too long.')), v.transform(toLatinDigits));
/** The browser sends its passkey response as JSON. */
export const credential = field(8_000, msg("This isn't a valid passkey response."));
