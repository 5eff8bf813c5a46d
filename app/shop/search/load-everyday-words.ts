import {
  type Language,
  SOURCE_LANGUAGE,
  type TRANSLATED_LANGUAGES,
} from '../../platform/languages.ts';
import { addEverydayWords, type WrittenWords } from './everyday-words.ts';

type Load = () => Promise<{ readonly default: WrittenWords }>;

const FILES: Readonly<Record<(typeof TRANSLATED_LANGUAGES)[number], Load>> = {
  es: () => import('../../../content/es/search-words.json'),
  de: () => import('../../../content/de/search-words.json'),
  ar: () => import('../../../content/ar/search-words.json'),
};

/** A browser loads the words of its page's language alone. */
export async function loadEverydayWords(language: Language): Promise<void> {
  if (language === SOURCE_LANGUAGE) return;
  addEverydayWords(language, (await FILES[language]()).default);
}
