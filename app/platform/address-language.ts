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

/** Which language an address asks for, and which page. */
export function readLocalAddress({ main, offered }: ShopLanguages, pathname: string): LocalAddress {
  if (offered.length > 1) {
    const [, first] = pathname.split('/', 2);
    const language = offered.find((each) => each === first && each !== main);
    if (language !== undefined) {
      const prefix = `/${language}`;
      return { language, prefix, path: pathname.slice(prefix.length) || '/' };
    }
  }
  return { language: main, prefix: '', path: pathname };
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
