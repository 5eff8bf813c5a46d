import { prefixOf, type ShopLanguages } from './address-language.ts';
import { languageNow } from '../i18n/translate.ts';

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
