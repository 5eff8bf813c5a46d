import { SEARCH_INDEX } from './search-index.ts';
import { searchServices, suggestServices } from './search.ts';
import type { CardService } from './service.ts';

const MAX_QUERY_LENGTH = 100;

export interface CardSearch {
  readonly query: string;
  readonly results: readonly CardService[];
  /** 'Did you mean': only where there are no results. */
  readonly suggestions: readonly CardService[];
}

/** What is searched for: '' for nothing. */
export function readSearchText(text: string | null): string {
  return (text ?? '').trim().slice(0, MAX_QUERY_LENGTH);
}

/** The search box's answer as cards; null for a blank query. */
export function searchCards(cards: readonly CardService[], text: string | null): CardSearch | null {
  const query = readSearchText(text);
  if (query === '') return null;
  const cardsOf = (items: readonly { readonly path: string }[]) =>
    items.flatMap(({ path }) => cards.find((card) => card.path === path) ?? []);
  const results = cardsOf(searchServices(SEARCH_INDEX, query));
  const suggestions = results.length > 0 ? [] : cardsOf(suggestServices(SEARCH_INDEX, query));
  return { query, results, suggestions };
}
