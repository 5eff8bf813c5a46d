import { getJson } from '../../platform/api-client.ts';
import { localPath } from '../../platform/local-path.ts';
import type { FoundItems } from './answer-search.ts';
import { searchServices, type SearchItem } from './search.ts';

export interface SearchAnswer extends FoundItems {
  readonly query: string;
}

/** Searches in the browser with an index that is fetched on first use. For a large shop, the server searches. */
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
  // Most searches match by letters. The word lists are loaded only for the others.
  const [{ answerSearch }, { translatePage }] = await Promise.all([
    import('./answer-search.ts'),
    import('./page-titles.ts'),
  ]);
  const found = answerSearch(items, query);
  return { query, ...found, pages: found.pages.map(translatePage) };
}

/** After this time the page requests the index again, in case it has changed. */
const MAX_AGE_MS = 60_000;

/** A shop that is too large for an index in the browser has null. */
type Index = readonly SearchItem[] | null;

let index: { readonly at: number; readonly items: Promise<Index> } | undefined;

/** A failed request is not cached. */
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
