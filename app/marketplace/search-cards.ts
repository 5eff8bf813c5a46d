import type { Catalogue } from './catalogue.ts';
import { readSearchText } from './search-text.ts';
import type { FoundPage } from './everyday-words.ts';
import { answerSearch } from './answer-search.ts';
import type { CardService } from './service.ts';

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
  cards: readonly CardService[],
  text: string | null,
): CardSearch | null {
  const query = readSearchText(text);
  if (query === '') return null;
  const found = findPaths(catalogue, query);
  const cardsOf = (paths: readonly string[]) =>
    paths.flatMap((path) => cardsByPath(cards).get(path) ?? []);
  return {
    results: cardsOf(found.results),
    pages: found.pages,
    suggestions: cardsOf(found.suggestions),
  };
}

const byPath = new WeakMap<readonly CardService[], ReadonlyMap<string, CardService>>();

function cardsByPath(cards: readonly CardService[]): ReadonlyMap<string, CardService> {
  let known = byPath.get(cards);
  if (!known) byPath.set(cards, (known = new Map(cards.map((card) => [card.path, card]))));
  return known;
}

interface FoundPaths {
  readonly results: readonly string[];
  readonly pages: readonly FoundPage[];
  readonly suggestions: readonly string[];
}

/**
 * The addresses of the services that a text finds by its letters or, where it finds none, by what its
 * words mean, or that it may have meant.
 * Everything a search's page shows but the text itself follows from these.
 */
export function findPaths(catalogue: Catalogue, query: string): FoundPaths {
  let known = knownPaths.get(catalogue);
  if (!known) knownPaths.set(catalogue, (known = new Map()));
  const before = known.get(query);
  if (before) return before;
  const { results, pages, suggestions } = answerSearch(catalogue.searchIndex, query);
  const pathsOf = (items: readonly { readonly path: string }[]) => items.map(({ path }) => path);
  const found = { results: pathsOf(results), pages, suggestions: pathsOf(suggestions) };
  known.set(query, found);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return found;
}

/** What many search for is looked for once in a publication: a large shop has ten thousand to look at. */
const knownPaths = new WeakMap<Catalogue, Map<string, FoundPaths>>();
const MAX_KNOWN = 1000;
