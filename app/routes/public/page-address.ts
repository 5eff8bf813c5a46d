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

/** A page in one of the shop's languages, or for whoever reads none of them. */
export interface Alternate {
  readonly hrefLang: string;
  readonly href: string;
}

/**
 * The page in each language of the shop, as its head and the sitemap name it to search engines; whoever reads
 * another one gets the main one. None in a shop of one language.
 */
export function alternatesOf({ origin, languages }: Site, path: string): Alternate[] {
  if (!languages || languages.offered.length < 2) return [];
  const inLanguage = (language: Language, hrefLang: string = language) => ({
    hrefLang,
    href: new URL(putPrefix(prefixOf(languages, language), path), origin).href,
  });
  return [
    ...languages.offered.map((language) => inLanguage(language)),
    inLanguage(languages.main, 'x-default'),
  ];
}

export function alternates(site: Site, path: string): MetaDescriptor[] {
  return alternatesOf(site, path).map((each) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    ...each,
  }));
}
