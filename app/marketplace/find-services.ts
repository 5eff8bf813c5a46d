import { getJson } from '../platform/api-client.ts';
import { searchServices, suggestServices, type SearchItem } from './search.ts';

export interface SearchAnswer {
  readonly query: string;
  readonly results: readonly SearchItem[];
  /** 'Did you mean': only where there are no results. */
  readonly suggestions: readonly SearchItem[];
}

/** Searches in the browser, in an index that is fetched on first use. */
export async function findServices(query: string): Promise<SearchAnswer> {
  const items = await loadIndex();
  const results = searchServices(items, query);
  const suggestions = results.length === 0 ? suggestServices(items, query) : [];
  return { query, results, suggestions };
}

let index: Promise<SearchItem[]> | undefined;

/** A failed attempt is not remembered. */
function loadIndex(): Promise<SearchItem[]> {
  index ??= getJson<SearchItem[]>('/search-index').catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}
