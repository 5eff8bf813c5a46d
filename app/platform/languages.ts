interface LanguageDefinition {
  /** BCP 47. The code is part of addresses, ids and message files. */
  readonly code: string;
  /** In the language itself, so that everybody finds their own. */
  readonly name: string;
  /** The BCP 47 tag that formats numbers, money and dates unless `FORMATS` names another. */
  readonly formats: string;
  /** True when the team's pages are translated, too. Members choose from these languages. */
  readonly isForTeam: boolean;
}

/**
 * The languages that a shop can offer. A new language is one line here and its message files; the
 * type checker names the tables of other words that need an entry.
 */
const DEFINITIONS = [
  { code: 'en', name: 'English', formats: 'en-US', isForTeam: true },
  { code: 'es', name: 'Español', formats: 'es-ES', isForTeam: true },
  { code: 'de', name: 'Deutsch', formats: 'de-DE', isForTeam: true },
  // Latin digits, as in codes, prices that people type and the numbers in sentences. `FORMATS` may name 'ar-EG'.
  { code: 'ar', name: 'العربية', formats: 'ar-u-nu-latn', isForTeam: false },
] as const satisfies readonly LanguageDefinition[];

export type Language = (typeof DEFINITIONS)[number]['code'];

export const LANGUAGES: readonly Language[] = DEFINITIONS.map(({ code }) => code);

/** The language of the code's sentences and of the catalogue's entries. It is always complete. */
export const SOURCE_LANGUAGE = 'en' satisfies Language;

const BY_CODE: ReadonlyMap<string, LanguageDefinition> = new Map(
  DEFINITIONS.map((definition) => [definition.code, definition]),
);

/** Accepts any spelling of a code: BCP 47 ignores case. */
export function findLanguage(code: string | undefined): Language | undefined {
  const sought = code?.toLowerCase();
  return LANGUAGES.find((language) => language.toLowerCase() === sought);
}

/** Finds the language of a BCP 47 tag, such as 'es' for 'es-MX'. */
export function findLanguageOfTag(tag: string): Language | undefined {
  return findLanguage(tag) ?? findLanguage(tag.split('-', 1)[0]);
}

/** The languages that the catalogue and the shop's texts are translated into. */
export const TRANSLATED_LANGUAGES = LANGUAGES.filter(
  (language): language is Exclude<Language, typeof SOURCE_LANGUAGE> => language !== SOURCE_LANGUAGE,
);

/** True if a shop offers this language and no other. */
export function isOnlyLanguage(language: Language, offered: readonly Language[]): boolean {
  return offered.length === 1 && offered[0] === language;
}

export function ownNameOf(language: Language): string {
  return BY_CODE.get(language)?.name ?? language;
}

export function formatsOf(language: Language): string {
  return BY_CODE.get(language)?.formats ?? language;
}

export function languagesForTeam(): readonly Language[] {
  return DEFINITIONS.filter(({ isForTeam }) => isForTeam).map(({ code }) => code);
}

/** The team's pages and emails have another language if the shop's main one is for visitors alone. */
export function teamLanguageOf(language: Language): Language {
  return BY_CODE.get(language)?.isForTeam ? language : SOURCE_LANGUAGE;
}

/** The base subtags of the languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  const [base = ''] = language.split('-', 1);
  return RIGHT_TO_LEFT.has(base) ? 'rtl' : 'ltr';
}
