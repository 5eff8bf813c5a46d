import { findLanguage, ownNameOf } from './languages.ts';
import { languageNow } from '../i18n/translate.ts';

/**
 * Names a language in the reader's, for the middle of a sentence: 'Spanish', 'español'. The code may
 * be one of another version.
 */
export function nameOfLanguage(code: string): string {
  const names = new Intl.DisplayNames([languageNow()], { type: 'language' });
  const own = findLanguage(code);
  return names.of(code) ?? (own ? ownNameOf(own) : code);
}
