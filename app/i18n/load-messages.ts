import { addMessages, languageNow } from './translate.ts';

/**
 * Loads catalogues for the page's language in a browser and returns their names. English needs none, and the server has
 * loaded all of them. A route module awaits this call at its top level, so that the router waits for the messages as it
 * waits for the module.
 */
export async function loadMessages<const Names extends readonly string[]>(
  ...names: Names
): Promise<Names> {
  const language = languageNow();
  if (import.meta.env.SSR || language === 'en') return names;
  const { MESSAGE_FILES } = await import('./message-files.browser.ts');
  await Promise.all(
    names.map(async (name) => {
      const load = MESSAGE_FILES[`./${language}/${name}.po`];
      if (!load) throw new Error(`There are no messages ${name} in ${language}`);
      addMessages(language, await load());
    }),
  );
  return names;
}
