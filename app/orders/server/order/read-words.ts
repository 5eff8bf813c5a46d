import { RefusedError } from '../../../platform/errors.ts';
import { formatsNow, t } from '../../../i18n/translate.ts';
import { toText } from '../../../platform/shown-text.ts';

/** Normalises a required text. Throws {@link RefusedError} 400 if it is empty and 413 if it is too long. */
export function requireText(
  typed: string,
  field: string,
  maxLength: number,
  whenEmpty: string,
): string {
  const text = toText(typed, maxLength);
  if (text === '') throw new RefusedError(400, whenEmpty, field);
  if (text.length > maxLength) {
    const limit = maxLength.toLocaleString(formatsNow());
    throw new RefusedError(
      413,
      t('Use at most {limit, plural, one {# character} other {# characters}}.', { limit }),
      field,
    );
  }
  return text;
}
