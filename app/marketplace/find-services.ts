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

/** The browser asks whether there is a newer one; a page that stays open asks again after so long. */
const MAX_AGE_MS = 60_000;

let index: { readonly at: number; readonly items: Promise<SearchItem[]> } | undefined;

/** A failed attempt is not remembered. */
function loadIndex(): Promise<SearchItem[]> {
  const now = performance.now();
  if (index && now - index.at < MAX_AGE_MS) return index.items;
  const items = getJson<SearchItem[]>('/search-index').catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  index = { at: now, items };
  return items;
}
