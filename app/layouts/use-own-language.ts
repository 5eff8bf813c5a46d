import { useEffect } from 'react';
import type { Language } from '../platform/languages.ts';
import { languageNow } from '../platform/say.ts';

/** A page stays in one language: who came from one in another, such as the login, gets a new one. */
export function useOwnLanguage(language: Language): void {
  useEffect(() => {
    if (language !== languageNow()) window.location.reload();
  }, [language]);
}
