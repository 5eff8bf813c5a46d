import { SOURCE_LANGUAGE } from '../platform/languages.ts';
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
  const { loadCatalogue } = await import('./message-files.browser.ts');
  await Promise.all(names.map((name) => loadCatalogue(language, name)));
  return names;
}
