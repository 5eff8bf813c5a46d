import { prefixOf, type ShopLanguages } from './address-language.ts';
import { languageNow } from './say.ts';

/** Where the pages of a shop begin in the language that is spoken, for links in mails. */
export function homeAddress({
  origin,
  languages,
}: {
  readonly origin: string;
  readonly languages?: ShopLanguages;
}): string {
  const language = languageNow();
  return languages?.offered.includes(language) ? origin + prefixOf(languages, language) : origin;
}
