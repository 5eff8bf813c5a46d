import { LANGUAGES, type Language } from '../platform/languages.ts';
import { catalogueNames, readCatalogue } from './read-catalogue.server.ts';

/** The service worker has its messages in itself, and some of them are said elsewhere in another sense. */
const APART = 'service-worker';

/**
 * Reads all translations. English needs none: its texts are in the code. A build replaces this module by its result
 * (scripts/messages.ts), so that a start reads no files.
 */
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
