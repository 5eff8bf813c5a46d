import { languageNow } from '../../i18n/translate.ts';
import { searchEveryday, type EverydayAnswer, type FoundPage } from './everyday-words.ts';
import { MAX_RESULTS, searchServices, suggestServices, type SearchItem } from './search.ts';

export interface FoundItems {
  readonly results: readonly SearchItem[];
  /**
   * The pages answer searches such as 'refund' that no service matches. The list is empty when the letters match a
   * service.
   */
  readonly pages: readonly FoundPage[];
  /** These are offered as 'Did you mean', only when nothing else was found. */
  readonly suggestions: readonly SearchItem[];
}

/**
 * Searches by letters first. Only when nothing matches does it fall back to the meaning of the words, then to
 * spelling suggestions.
 */
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

/**
 * Tries the meaning of the words, then spelling suggestions, then the meaning of only the words that are spelled
 * correctly.
 */
export function meantOrSuggested(
  everyday: (isLast: boolean) => EverydayAnswer,
  suggest: () => readonly SearchItem[],
): FoundItems {
  const meant = everyday(false);
  if (isAnything(meant)) return toFound(meant);
  const suggestions = suggest();
  if (suggestions.length > 0) return { results: [], pages: [], suggestions };
  return toFound(everyday(true));
}

function toFound({ items, pages }: EverydayAnswer): FoundItems {
  return { results: items, pages, suggestions: [] };
}

function isAnything({ items, pages }: EverydayAnswer): boolean {
  return items.length + pages.length > 0;
}
