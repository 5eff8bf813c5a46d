import { SOURCE_LANGUAGE, type Language } from '../platform/languages.ts';
import { addMessages } from '#format-message';
import { isTeamCatalogue } from './team-catalogues.ts';
import { languageNow } from './translate.ts';

/**
 * Loads catalogues for the page's language in a browser and returns their names. English needs none, and the server has
 * loaded all of them. A route module awaits this call at its top level, so that the router waits for the messages as it
 * waits for the module.
 */
export async function loadMessages<const Names extends readonly string[]>(
  ...names: Names
): Promise<Names> {
  const language = languageNow();
  if (import.meta.env.SSR || language === SOURCE_LANGUAGE) return names;
  await Promise.all(names.map((name) => loadCatalogue(language, name)));
  return names;
}

async function loadCatalogue(language: Language, name: string): Promise<void> {
  const files = isTeamCatalogue(name)
    ? (await import('./team-message-files.browser.ts')).TEAM_MESSAGE_FILES
    : (await import('./message-files.browser.ts')).MESSAGE_FILES;
  const load = files[`./${language}/${name}.po`];
  if (!load) throw new Error(`There is no message catalogue ${name} for ${language}`);
  addMessages(language, await load());
}
