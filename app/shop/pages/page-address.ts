import type { MetaDescriptor } from 'react-router';
import { prefixOf, putPrefix, type ShopLanguages } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';
import { languageNow } from '../../platform/say.ts';

export interface Site {
  readonly brandName: string;
  readonly origin: string;
  /** A shop with the default logo has none. */
  readonly logo?: { readonly id: string };
  readonly languages?: ShopLanguages;
}

/** The language is the current one. */
export function addressOf({ origin, languages }: Site, path: string): string {
  const prefix = languages ? prefixOf(languages, languageNow()) : '';
  return new URL(putPrefix(prefix, path), origin).href;
}

export interface Alternate {
  readonly hrefLang: string;
  readonly href: string;
}

/**
 * The page's head and the sitemap list these URLs. Readers of other languages get the main language. The list is
 * empty for a shop with a single language.
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
