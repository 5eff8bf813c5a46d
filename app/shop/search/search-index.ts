import './all-everyday-words.ts';
import type { Language } from '../../platform/languages.ts';
import { foldText } from '../../platform/fold-text.ts';
import { LRUCache } from 'lru-cache';
import { meantOrSuggested, type FoundItems } from './answer-search.ts';
import { NOTHING, orAskAnAgent, readAsked, type EverydayAnswer } from './everyday-words.ts';
import { readConditions, type Conditions } from './read-conditions.ts';
import {
  chooseCurrency,
  MAX_RESULTS,
  MAX_SUGGESTIONS,
  meetsConditions,
  wordsOf,
  type Currencies,
  type SearchItem,
} from './search.ts';
import { formsOf } from './word-forms.ts';
import type { MistypedWords } from './mistyped-words.ts';
import { addPosition, createPositionSet, type PositionSet } from './position-set.ts';
import { RankByLetters, type Fields } from './rank-by-letters.ts';
import type { Meanings } from './rank-by-meaning.ts';

export interface SearchParts {
  /** The items are sorted by title. An item's index here is its place in all other parts. */
  readonly items: readonly SearchItem[];
  /** A translated catalogue has the source fields, too. */
  readonly fields: readonly Fields[];
  readonly meanings: Meanings;
  readonly mistyped: MistypedWords;
  /** The array has all places, sorted by price. */
  readonly cheapest: readonly number[];
  readonly currencies: Currencies;
}

/** Answers to popular queries are cached for as long as the publication is in effect. */
const MAX_KNOWN = 1000;
/** Rankings are cached, because the same words are combined with many prices: 'logo under 500', 'logo under 600'. */
const MAX_RANKS = 128;

/**
 * The searches of one catalogue in one language. They return exactly what `answer-search.ts` returns, but do not
 * scan every service, so that the cost hardly grows with the number of services.
 */
export class SearchIndex {
  readonly #parts: SearchParts;
  readonly #language: Language;
  readonly #all: PositionSet;
  /**
   * Typed arrays are searched faster than the items. NaN means that none is stated, or a price in another currency, and no
   * limit accepts it.
   */
  readonly #prices = new Map<string | undefined, Float64Array>();
  readonly #days: Float64Array;
  readonly #known = new LRUCache<string, FoundItems>({
    max: MAX_KNOWN,
    memoMethod: (query) => this.#search(query),
  });
  readonly #ranks = new LRUCache<string, RankByLetters>({
    max: MAX_RANKS,
    memoMethod: (form) => new RankByLetters(this.#parts.fields, form),
  });

  constructor(parts: SearchParts, language: Language) {
    this.#parts = parts;
    this.#language = language;
    this.#all = createPositionSet(parts.items.length).fill(-1);
    this.#days = Float64Array.from(parts.items, ({ days }) => days ?? NaN);
  }

  /** The result is the same as that of `answerSearch`. */
  answer(query: string): FoundItems {
    return this.#known.memo(query);
  }

  #search(query: string): FoundItems {
    const results = this.match(query, MAX_RESULTS);
    if (results.length > 0) return { results, pages: [], suggestions: [] };
    return meantOrSuggested(
      (isLast) => this.everyday(query, MAX_RESULTS, isLast),
      () => this.suggest(query),
    );
  }

  /** The result is the same as that of `matchServices`. */
  match(query: string, most = Infinity): readonly SearchItem[] {
    const wanted = foldText(query).trim();
    if (wanted === '') return [];
    const { fields } = this.#parts;
    const found = new Set<number>();
    for (const form of formsOf(wanted)) {
      if (found.size >= most) break;
      const rank = new RankByLetters(fields, form);
      for (const place of rank.first(most + found.size, this.#all)) found.add(place);
    }
    const conditions = found.size < most ? readConditions(query) : undefined;
    if (conditions) this.#addWithin(conditions, found, most);
    return this.#itemsAt([...found].slice(0, most));
  }

  #addWithin(conditions: Conditions, found: Set<number>, most: number): void {
    const { items, cheapest, currencies } = this.#parts;
    const { words } = conditions;
    if (words === '') {
      const currency = chooseCurrency(currencies, conditions);
      for (const place of cheapest) {
        if (found.size >= most) return;
        if (meetsConditions(items[place]!, conditions, currency)) found.add(place);
      }
      return;
    }
    const within = this.#within(conditions);
    for (const form of formsOf(foldText(words).trim())) {
      if (found.size >= most) return;
      for (const place of this.#ranks.memo(form).first(most + found.size, within)) found.add(place);
    }
  }

  /** The result is the same as that of `searchEveryday`. */
  everyday(query: string, most = Infinity, isLast = false): EverydayAnswer {
    const { meanings, mistyped } = this.#parts;
    const conditions = readConditions(query);
    const { asked, pages } = readAsked(conditions?.words ?? query, this.#language);
    for (const each of asked) {
      if (isLast || /\d/.test(each.word) || meanings.knows(each)) continue;
      // A word with a digit in it is never treated as mistyped.
      const [typed] = wordsOf(each.word);
      if (typed && mistyped.has(typed)) return NOTHING;
    }
    const within = conditions ? this.#within(conditions) : this.#all;
    const items = this.#itemsAt(meanings.rank(asked, most, within));
    return orAskAnAgent({ items, pages }, conditions, this.#language);
  }

  /** The rule is that of `meetsConditions`. */
  #within(conditions: Conditions): PositionSet {
    const { minPrice, maxPrice, maxDays } = conditions;
    const prices = this.#pricesIn(chooseCurrency(this.#parts.currencies, conditions));
    const within = createPositionSet(prices.length);
    for (let place = 0; place < prices.length; place += 1) {
      const price = prices[place]!;
      const isSoon = maxDays === undefined || this.#days[place]! <= maxDays;
      const isInRange =
        (minPrice === undefined || price >= minPrice) &&
        (maxPrice === undefined || price <= maxPrice);
      if (isSoon && isInRange) addPosition(within, place);
    }
    return within;
  }

  #pricesIn(wanted: string | undefined): Float64Array {
    let prices = this.#prices.get(wanted);
    if (!prices) {
      prices = Float64Array.from(this.#parts.items, ({ price = NaN, currency }) =>
        currency === wanted ? price : NaN,
      );
      this.#prices.set(wanted, prices);
    }
    return prices;
  }

  /** The result is the same as that of `suggestServices`. */
  suggest(query: string): readonly SearchItem[] {
    return this.#itemsAt(this.#parts.mistyped.meantBy(wordsOf(query), MAX_SUGGESTIONS));
  }

  #itemsAt(positions: readonly number[]): SearchItem[] {
    return positions.flatMap((place) => this.#parts.items[place] ?? []);
  }
}
