import { languageNow } from '../platform/say.ts';
import { searchEveryday, type EverydayAnswer, type FoundPage } from './everyday-words.ts';
import { MAX_RESULTS, searchServices, suggestServices, type SearchItem } from './search.ts';

/** What a search finds. */
export interface FoundItems {
  readonly results: readonly SearchItem[];
  /** Of what is no service, such as refunds: only where the letters find none. */
  readonly pages: readonly FoundPage[];
  /** 'Did you mean': only where there is nothing else. */
  readonly suggestions: readonly SearchItem[];
}

/** By the letters or, where they find nothing, by what the words mean, or may have been meant to be. */
export function answerSearch(
  items: readonly SearchItem[],
  query: string,
  language = languageNow(),
): FoundItems {
  const results = searchServices(items, query);
  if (results.length > 0) return { results, pages: [], suggestions: [] };
  return meantOrSuggested(
    (isLast) => searchEveryday(items, query, MAX_RESULTS, language, isLast),
    () => suggestServices(items, query),
  );
}

/** What the words mean; else what may have been meant; else what those words mean that are not mistyped. */
export function meantOrSuggested(
  everyday: (isLast: boolean) => EverydayAnswer,
  suggest: () => readonly SearchItem[],
): FoundItems {
  const meant = everyday(false);
  if (isAnything(meant)) return { results: meant.items, pages: meant.pages, suggestions: [] };
  const suggestions = suggest();
  if (suggestions.length > 0) return { results: [], pages: [], suggestions };
  const { items, pages } = everyday(true);
  return { results: items, pages, suggestions };
}

function isAnything({ items, pages }: EverydayAnswer): boolean {
  return items.length + pages.length > 0;
}
