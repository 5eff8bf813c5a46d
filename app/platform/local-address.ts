import type { ShopLanguages } from './address-language.ts';
import { LANGUAGES, type Language } from './languages.ts';

export interface LocalAddress {
  readonly language: Language;
  /** '' for the main language, otherwise a prefix such as '/es'. */
  readonly prefix: string;
  /** The path without the prefix, the same in each language. */
  readonly path: string;
}

export const PREFIXES: readonly string[] = ['', ...LANGUAGES.map((language) => `/${language}`)];

/**
 * Splits an address into its language prefix and the path behind it; undefined without a language
 * prefix.
 */
export function splitPrefix(pathname: string) {
  const [, prefix, path] =
    /^(\/[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]+)*)(\/.*|\.data|)$/.exec(pathname) ?? [];
  if (prefix === undefined || !PREFIXES.includes(prefix)) return undefined;
  // React Router asks for the data of '/es' at '/es.data', and for that of '/' at '/_.data'.
  return { prefix, path: path === '.data' ? '/_.data' : path || '/' };
}

export function readLocalAddress({ main, offered }: ShopLanguages, pathname: string): LocalAddress {
  const { prefix, path } = (offered.length > 1 && splitPrefix(pathname)) || {};
  const language = offered.find((each) => `/${each}` === prefix && each !== main);
  return language && prefix && path
    ? { language, prefix, path }
    : { language: main, prefix: '', path: pathname };
}

/** Splits an address whose language prefix the shop does not serve, or no longer serves. */
export function findFormerAddress(languages: ShopLanguages, pathname: string) {
  return readLocalAddress(languages, pathname).prefix === '' ? splitPrefix(pathname) : undefined;
}
