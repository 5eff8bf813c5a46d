import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../platform/languages.ts';

/** The pages' build and the process's build replace this module by its result (scripts/messages.ts). */
const FOLDER = new URL('./', import.meta.url);

// The package is for development: a build has the translations in its code.
const { default: PO } = await import('pofile');

/** Translations of one catalogue by their English text. */
export function readCatalogue(language: Language, name: string): Record<string, string> {
  const file = readFileSync(new URL(`${language}/${name}.po`, FOLDER), 'utf8');
  return Object.fromEntries(
    PO.parse(file).items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']),
  );
}

export function catalogueNames(language: Language): string[] {
  return readdirSync(new URL(`${language}/`, FOLDER))
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -'.po'.length))
    .toSorted();
}

/** The service worker has its messages in itself, and some of them are said elsewhere in another sense. */
const APART = 'service-worker';

/** All translations. English needs none: its texts are in the code. */
export function readMessages(): Partial<Record<Language, Record<string, string>>> {
  const translated = LANGUAGES.filter((language) => language !== 'en');
  return Object.fromEntries(
    translated.map((language) => [
      language,
      Object.assign(
        {},
        ...catalogueNames(language)
          .filter((name) => name !== APART)
          .map((name) => readCatalogue(language, name)),
      ),
    ]),
  );
}
