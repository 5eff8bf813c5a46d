import type { MetaDescriptor } from 'react-router';
import { prefixOf, putPrefix, type ShopLanguages } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';
import { languageNow } from '../../platform/say.ts';

/** What a page's head says of the shop. */
export interface Site {
  readonly brandName: string;
  readonly origin: string;
  /** Of a shop that has one of its own. */
  readonly logo?: { readonly id: string };
  readonly languages?: ShopLanguages;
}

/** Where a page stands in the language that is spoken, for those who are not here. */
export function addressOf({ origin, languages }: Site, path: string): string {
  const prefix = languages ? prefixOf(languages, languageNow()) : '';
  return new URL(putPrefix(prefix, path), origin).href;
}

/** The page in each language of the shop, for search engines; whoever reads another one gets the main one. */
export function alternates({ origin, languages }: Site, path: string): MetaDescriptor[] {
  if (!languages) return [];
  const inLanguage = (language: Language, hrefLang: string = language) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href: new URL(putPrefix(prefixOf(languages, language), path), origin).href,
  });
  return [
    ...languages.offered.map((language) => inLanguage(language)),
    inLanguage(languages.main, 'x-default'),
  ];
}
