import { languageNow, t } from '../i18n/translate.ts';
import { COUNTRIES } from './tax-settings.ts';

/** Lists all countries with their names in the reader's language, sorted by these names. */
export function listCountries(): { readonly value: string; readonly name: string }[] {
  const language = languageNow();
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return COUNTRIES.map((code) => ({ value: code, name: nameOf(code, names) })).toSorted(
    (one, other) => compare(one.name, other.name),
  );
}

/** Northern Ireland has a code for its tax numbers, but no name in the standard. */
function nameOf(code: string, names: Intl.DisplayNames): string {
  return code === 'XI' ? t('Northern Ireland') : (names.of(code) ?? code);
}
