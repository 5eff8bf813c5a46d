import type { Language } from './languages.ts';

export interface ShopLanguages {
  /**
   * Pages in the main language have no prefix; those of the other languages begin with their code,
   * such as '/es'.
   */
  readonly main: Language;
  readonly offered: readonly Language[];
}

export function prefixOf({ main }: ShopLanguages, language: Language): string {
  return language === main ? '' : `/${language}`;
}

/** Puts a prefix in front of a path: '/es' for the Spanish home page. */
export function putPrefix(prefix: string, path: string): string {
  return prefix === '' ? path : prefix + path.replace(/^\/(?=$|[#?])/, '');
}

export function translates({ offered }: ShopLanguages): boolean {
  return offered.length > 1;
}
