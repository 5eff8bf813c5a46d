import type { Catalogue } from './catalogue.ts';
import { readSearchText } from './search-text.ts';
import { searchServices, suggestServices } from './search.ts';
import type { CardService } from './service.ts';

/** What was found; what was searched for stands in the page's address. */
export interface CardSearch {
  readonly results: readonly CardService[];
  /** 'Did you mean': only where there are no results. */
  readonly suggestions: readonly CardService[];
}

/** The search box's answer as cards; null for a blank query. */
export function searchCards(
  catalogue: Catalogue,
  cards: readonly CardService[],
  text: string | null,
): CardSearch | null {
  const query = readSearchText(text);
  if (query === '') return null;
  const found = findPaths(catalogue, query);
  const cardsOf = (paths: readonly string[]) =>
    paths.flatMap((path) => cards.find((card) => card.path === path) ?? []);
  return { results: cardsOf(found.results), suggestions: cardsOf(found.suggestions) };
}

/**
 * The addresses of the services that a text finds or, where it finds none, that it may have meant.
 * Everything a search's page shows but the text itself follows from these.
 */
export function findPaths(
  { searchIndex }: Catalogue,
  query: string,
): Record<keyof CardSearch, readonly string[]> {
  const pathsOf = (items: readonly { readonly path: string }[]) => items.map(({ path }) => path);
  const results = pathsOf(searchServices(searchIndex, query));
  const suggestions = results.length > 0 ? [] : pathsOf(suggestServices(searchIndex, query));
  return { results, suggestions };
}
