import { readText } from '../../platform/form.ts';
import { findLanguage } from '../../platform/languages.ts';
import { composeShopLanguages } from '../../platform/shop-languages.ts';

export const LANGUAGES_FIELD = {
  main: 'SHOP_LANGUAGES.main',
  offered: 'SHOP_LANGUAGES.offered',
} as const;

/** Returns the setting as text, or undefined if the form has no such fields. */
export function readLanguagesForm(form: FormData, shown: string): string | undefined {
  if (!form.has(LANGUAGES_FIELD.main)) return undefined;
  const typed = readText(form, LANGUAGES_FIELD.main);
  const main = findLanguage(typed);
  // The check of the setting names the known languages.
  if (main === undefined) return typed;
  const offered = form
    .getAll(LANGUAGES_FIELD.offered)
    .flatMap((code) => (typeof code === 'string' ? (findLanguage(code) ?? []) : []));
  return composeShopLanguages(shown, main, offered);
}
