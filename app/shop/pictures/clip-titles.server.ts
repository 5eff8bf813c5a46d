import type { Language } from '../../platform/languages.ts';
import ar from './clip-titles.ar.json' with { type: 'json' };
import de from './clip-titles.de.json' with { type: 'json' };
import en from './clip-titles.json' with { type: 'json' };
import es from './clip-titles.es.json' with { type: 'json' };

const TITLES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en,
  es,
  de,
  ar,
};

/** The titles of a service's sample videos, by the name that `findClips` returns. */
export function findClipTitles(name: string, language: Language): readonly string[] {
  return TITLES[language][name] ?? [];
}
