import type { Language } from '../platform/languages.ts';
import { setTranslationFormat } from './format-message.browser.ts';
import { addMessages, formatMessage, type Messages } from './lingui.ts';

/** The files of all translations for pages. English pages load neither this list nor Lingui. */
const MESSAGE_FILES = import.meta.glob<Messages>(
  ['./*/*.po', '!./en/*.po', '!./*/*-server.po', '!./*/service-worker-team.po'],
  { import: 'default' },
);

setTranslationFormat(formatMessage);

/** Throws if there is no such catalogue or its file cannot be loaded. */
export async function loadCatalogue(language: Language, name: string): Promise<void> {
  const load = MESSAGE_FILES[`./${language}/${name}.po`];
  if (!load) throw new Error(`There are no messages ${name} in ${language}`);
  addMessages(language, await load());
}
