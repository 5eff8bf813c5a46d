import { findLanguage, LANGUAGES, type Language } from './languages.ts';

export interface ReadLanguages {
  /** Without duplicates; the first is the main language. Never empty. */
  readonly languages: readonly Language[];
  /** False for earlier spellings such as 'english and spanish', which do not say which is the main one. */
  readonly isOrdered: boolean;
}

const SEPARATOR = /,| and /i;

/** Maps the English names to codes: earlier versions of the settings used them. */
function englishNames(): ReadonlyMap<string, Language> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return new Map(LANGUAGES.map((language) => [names.of(language)?.toLowerCase() ?? '', language]));
}

/**
 * Parses codes separated by commas, the main language first, and the earlier spellings 'english',
 * 'spanish' and 'english and spanish'. Returns undefined if a language is unknown.
 */
export function readShopLanguages(text: string): ReadLanguages | undefined {
  const written = text
    .split(SEPARATOR)
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
  const names = englishNames();
  const languages = written.map((each) => findLanguage(each) ?? names.get(each));
  if (languages.length === 0 || languages.includes(undefined)) return undefined;
  const isOrdered = written.every((each) => findLanguage(each) !== undefined);
  return { languages: [...new Set(languages)] as Language[], isOrdered };
}

/**
 * Returns the offered languages, the main one first. `formerMain` is the earlier setting
 * MAIN_LANGUAGE, which counts only beside an earlier spelling: codes have an order of their own.
 */
export function orderShopLanguages(text: string, formerMain = ''): readonly Language[] | undefined {
  const read = readShopLanguages(text);
  if (!read || read.isOrdered) return read?.languages;
  const main = readShopLanguages(formerMain)?.languages[0];
  if (main === undefined || !read.languages.includes(main)) return read.languages;
  return [main, ...read.languages.filter((each) => each !== main)];
}

export function writeShopLanguages(languages: readonly Language[]): string {
  return languages.join(', ');
}

/** Lists the known codes for messages to the operator. */
export function listKnownLanguages(): string {
  const names = new Map([...englishNames()].map(([name, language]) => [language, name]));
  return LANGUAGES.map((language) => `${language} (${names.get(language) ?? language})`).join(', ');
}

/**
 * Composes the setting from a form. The main language is always offered; the others keep the order
 * of `shown`, so that an unchanged form changes nothing.
 */
export function composeShopLanguages(
  shown: string,
  main: Language,
  offered: readonly Language[],
): string {
  const before = readShopLanguages(shown)?.languages ?? [];
  const wanted = [main, ...before, ...LANGUAGES].filter(
    (each) => each === main || offered.includes(each),
  );
  return writeShopLanguages([...new Set(wanted)]);
}
