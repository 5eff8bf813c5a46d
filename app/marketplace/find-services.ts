import { getJson } from '../platform/api-client.ts';
import { localPath } from '../platform/local-path.ts';
import type { FoundItems } from './answer-search.ts';
import { searchServices, type SearchItem } from './search.ts';

export interface SearchAnswer extends FoundItems {
  readonly query: string;
}

/** Searches in the browser, in an index that is fetched on first use; a large shop’s server searches. */
export async function findServices(query: string): Promise<SearchAnswer> {
  const items = await loadIndex();
  if (items === null) {
    return {
      query,
      ...(await getJson<FoundItems>(localPath(`/search?${new URLSearchParams({ q: query })}`))),
    };
  }
  const results = searchServices(items, query);
  if (results.length > 0) return { query, results, pages: [], suggestions: [] };
  // Most searches find something by their letters: the words are fetched for the others.
  const { answerSearch } = await import('./answer-search.ts');
  return { query, ...answerSearch(items, query) };
}

/** The browser asks whether there is a newer one; a page that stays open asks again after so long. */
const MAX_AGE_MS = 60_000;

/** Null where the shop is too large for one. */
type Index = readonly SearchItem[] | null;

let index: { readonly at: number; readonly items: Promise<Index> } | undefined;

/** A failed attempt is not remembered. */
function loadIndex(): Promise<Index> {
  const now = performance.now();
  if (index && now - index.at < MAX_AGE_MS) return index.items;
  const items = getJson<Index>(localPath('/search-index')).catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  index = { at: now, items };
  return items;
}
