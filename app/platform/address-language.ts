import { LANGUAGES, type Language } from './languages.ts';

/** What a shop is offered in. */
export interface ShopLanguages {
  /** Its pages stand at '/', those of the others below '/es' and the like. */
  readonly main: Language;
  /** The main one among them. */
  readonly offered: readonly Language[];
}

export interface LocalAddress {
  readonly language: Language;
  /** What stands in front of the path: '' for the main language, or '/es'. */
  readonly prefix: string;
  /** The path of the page, the same in each language. */
  readonly path: string;
}

/** All that an address of this shop can begin with. */
export const PREFIXES: readonly string[] = ['', ...LANGUAGES.map((language) => `/${language}`)];

/** What an address begins with that names a language, and the page behind it; undefined where nothing does. */
export function splitPrefix(pathname: string) {
  const [, prefix, path] = /^(\/[a-z]{2})(\/.*|\.data|)$/.exec(pathname) ?? [];
  if (prefix === undefined || !PREFIXES.includes(prefix)) return undefined;
  // The router asks for the data of '/es' at '/es.data', and for that of '/' at '/_.data'.
  return { prefix, path: path === '.data' ? '/_.data' : path || '/' };
}

/** Which language an address asks for, and which page. */
export function readLocalAddress({ main, offered }: ShopLanguages, pathname: string): LocalAddress {
  const { prefix, path } = (offered.length > 1 && splitPrefix(pathname)) || {};
  const language = offered.find((each) => `/${each}` === prefix && each !== main);
  return language && prefix && path
    ? { language, prefix, path }
    : { language: main, prefix: '', path: pathname };
}

/** The same of an address in a language in which the shop has no such pages, or has none any more. */
export function findFormerAddress(languages: ShopLanguages, pathname: string) {
  return readLocalAddress(languages, pathname).prefix === '' ? splitPrefix(pathname) : undefined;
}

/** What stands in front of the paths of this language. */
export function prefixOf({ main }: ShopLanguages, language: Language): string {
  return language === main ? '' : `/${language}`;
}

/** A path of the shop in a language: '/es' for the home page. */
export function putPrefix(prefix: string, path: string): string {
  return prefix === '' ? path : prefix + path.replace(/^\/(?=$|[#?])/, '');
}

/** Whether some of its visitors write in another language than others. */
export function translates({ offered }: ShopLanguages): boolean {
  return offered.length > 1;
}
