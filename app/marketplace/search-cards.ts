import { RecentlyUsed } from '../platform/recently-used.ts';
import type { Catalogue } from './catalogue.ts';
import { readSearchText } from './search-text.ts';
import type { FoundPage } from './everyday-words.ts';
import { answerSearch, type FoundItems } from './answer-search.ts';
import { matchServices, type SearchItem } from './search.ts';
import { searchEveryday } from './everyday-words.ts';
import { toCards, type CardRating, type CardService, type Service } from './service.ts';

/** What was found; what was searched for stands in the page's address. */
export interface CardSearch {
  readonly results: readonly CardService[];
  /** Of what is no service, such as refunds: only where the letters find none. */
  readonly pages: readonly FoundPage[];
  /** 'Did you mean': only where there is nothing else. */
  readonly suggestions: readonly CardService[];
}

/** The search box's answer as cards; null for a blank query. */
export function searchCards(
  catalogue: Catalogue,
  ratings: ReadonlyMap<string, CardRating>,
  text: string | null,
): CardSearch | null {
  const query = readSearchText(text);
  if (query === '') return null;
  const { results, pages, suggestions } = searchCatalogue(catalogue, query);
  return {
    results: toCards(servicesOf(catalogue, results), ratings),
    pages,
    suggestions: toCards(servicesOf(catalogue, suggestions), ratings),
  };
}

/**
 * What a text finds by its letters or, where it finds none, by what its words mean, or that it may have meant.
 * Everything a search's page shows but the text itself follows from it.
 */
export function searchCatalogue(catalogue: Catalogue, query: string): FoundItems {
  const { searches, searchIndex, language } = catalogue;
  return searches?.answer(query) ?? answerSearch(searchIndex, query, language);
}

/** The pages of one search are asked for one after the other, and filtered in many ways. */
const MAX_MATCHES = 16;
const knownMatches = new WeakMap<Catalogue, RecentlyUsed<string, readonly Service[]>>();

/** All services that a text finds in the same way, and those that may have been meant left out. */
export function matchCatalogue(catalogue: Catalogue, query: string): readonly Service[] {
  let known = knownMatches.get(catalogue);
  if (!known) knownMatches.set(catalogue, (known = new RecentlyUsed(MAX_MATCHES)));
  return known.get(query, () => findMatches(catalogue, query));
}

function findMatches(catalogue: Catalogue, query: string): readonly Service[] {
  const { searches, searchIndex, language } = catalogue;
  const matches = searches?.match(query) ?? matchServices(searchIndex, query);
  if (matches.length > 0) return servicesOf(catalogue, matches);
  const { items } =
    searches?.everyday(query) ?? searchEveryday(searchIndex, query, Infinity, language);
  return servicesOf(catalogue, items);
}

function servicesOf(catalogue: Catalogue, items: readonly SearchItem[]): Service[] {
  return items.flatMap(({ path }) => {
    const [, , section = '', slug = ''] = path.split('/');
    return catalogue.findService(section, slug) ?? [];
  });
}
