import { useEffect } from 'react';
import type { Language } from '../platform/languages.ts';
import { languageNow } from '../platform/say.ts';

/**
 * Reloads a page that the router reached from a page in another language, such as the login: a document keeps
 * its language.
 */
export function useOwnLanguage(language: Language): void {
  useEffect(() => {
    if (language !== languageNow()) window.location.reload();
  }, [language]);
}
