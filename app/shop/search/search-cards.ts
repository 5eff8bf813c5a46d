import './all-everyday-words.ts';
import { translatePage } from './page-titles.ts';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../catalogue.ts';
import { type FoundPage, searchEveryday } from './everyday-words.ts';
import { answerSearch, type FoundItems } from './answer-search.ts';
import { matchServices, type SearchItem } from './search.ts';
import { toCards, type CardRating, type CardService, type Service } from '../service.ts';
import { formatCardPrice } from '../price.ts';
import { shownPrice, type PriceTax } from '../price-tax.ts';
import { readSearchText } from './search-text.ts';

/** The query itself is in the page's address. */
export interface CardSearch {
  readonly results: readonly CardService[];
  /** The list is empty when the letters match a service. */
  readonly pages: readonly FoundPage[];
  /** These are offered as 'Did you mean', only when nothing else was found. */
  readonly suggestions: readonly CardService[];
}

/** Returns null for a blank query. */
export function searchCards(
  catalogue: Catalogue,
  ratings: ReadonlyMap<string, CardRating>,
  text: string | null,
  priceTax: PriceTax,
): CardSearch | null {
  const query = readSearchText(text);
  if (query === '') return null;
  const { results, pages, suggestions } = searchCatalogue(catalogue, query);
  return {
    results: toCards(servicesOf(catalogue, results), ratings, priceTax),
    pages: pages.map(translatePage),
    suggestions: toCards(servicesOf(catalogue, suggestions), ratings, priceTax),
  };
}

/**
 * Searches by letters, then by meaning, then for suggestions. The content of a results page depends on this result
 * and the query alone.
 */
export function searchCatalogue(catalogue: Catalogue, query: string): FoundItems {
  const { searches, searchIndex, language } = catalogue;
  return searches?.answer(query) ?? answerSearch(searchIndex, query, language);
}

/** The cache serves paging and filtering, which repeat the same query many times. */
const MAX_MATCHES = 16;
const knownMatches = new WeakMap<Catalogue, LRUCache<string, readonly Service[]>>();

/** Suggestions are left out. */
export function matchCatalogue(catalogue: Catalogue, query: string): readonly Service[] {
  let known = knownMatches.get(catalogue);
  if (!known) {
    const memoMethod = (asked: string) => findMatches(catalogue, asked);
    knownMatches.set(catalogue, (known = new LRUCache({ max: MAX_MATCHES, memoMethod })));
  }
  return known.memo(query);
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

export function withCosts(
  catalogue: Catalogue,
  items: readonly SearchItem[],
  ratings: ReadonlyMap<string, CardRating>,
  priceTax: PriceTax,
): SearchItem[] {
  return items.map((item) => {
    const [, , section = '', slug = ''] = item.path.split('/');
    const service = catalogue.findService(section, slug);
    const rating = ratings.get(`${section}/${slug}`)?.average;
    return {
      ...item,
      ...(service && { cost: formatCardPrice(shownPrice(service, priceTax)) }),
      ...(rating !== undefined && { rating }),
    };
  });
}
