import type { Language } from '../../platform/languages.ts';
import { RecentlyUsed } from '../../platform/recently-used.ts';
import { meantOrSuggested, type FoundItems } from '../answer-search.ts';
import { NOTHING, orAskAnAgent, readAsked, type EverydayAnswer } from '../everyday-words.ts';
import { readConditions } from '../read-conditions.ts';
import { MAX_RESULTS, MAX_SUGGESTIONS, wordsOf, type SearchItem } from '../search.ts';
import type { MistypedWords } from './mistyped-words.ts';
import { noPlaces, type Places } from './places.ts';
import { RankByLetters, type Fields } from './rank-by-letters.ts';
import type { Meanings } from './rank-by-meaning.ts';
import type { Terms } from './terms.ts';

export interface SearchParts {
  /** In the order of their titles: an item's number here is its place everywhere. */
  readonly items: readonly SearchItem[];
  /** As they read and, of a translation, as they were written. */
  readonly fields: readonly Fields[];
  readonly meanings: Meanings;
  readonly mistyped: MistypedWords;
  readonly terms: Terms;
}

/** What many search for is looked for once in a publication. */
const MAX_KNOWN = 1000;
/** The same words are asked for with many prices: 'logo under 500', 'logo under 600'. */
const MAX_RANKS = 128;

/**
 * The searches of one catalogue in one language: to the letter what `answer-search.ts` finds, which looks at every
 * service. What that costs grows with the services; of these they make little.
 */
export class SearchIndex {
  readonly #parts: SearchParts;
  readonly #language: Language;
  readonly #all: Places;
  readonly #known = new RecentlyUsed<string, FoundItems>(MAX_KNOWN);
  readonly #ranks = new RecentlyUsed<string, RankByLetters>(MAX_RANKS);

  constructor(parts: SearchParts, language: Language) {
    this.#parts = parts;
    this.#language = language;
    this.#all = noPlaces(parts.items.length).fill(-1);
  }

  /** As `answerSearch`. */
  answer(query: string): FoundItems {
    return this.#known.get(query, () => {
      const results = this.match(query, MAX_RESULTS);
      if (results.length > 0) return { results, pages: [], suggestions: [] };
      return meantOrSuggested(
        (isLast) => this.everyday(query, MAX_RESULTS, isLast),
        () => this.suggest(query),
      );
    });
  }

  /** As `matchServices`. */
  match(query: string, most = Infinity): readonly SearchItem[] {
    const wanted = query.trim().toLowerCase();
    if (wanted === '') return [];
    const { fields, terms } = this.#parts;
    const literal = new RankByLetters(fields, wanted).first(most, this.#all);
    const conditions = literal.length < most ? readConditions(query) : undefined;
    if (!conditions) return this.#itemsAt(literal);
    const { words } = conditions;
    const known = new Set(literal);
    const named =
      words === ''
        ? terms.cheapest(conditions, most - literal.length, known)
        : this.#ranks
            .get(words, () => new RankByLetters(fields, words))
            .first(most, terms.within(conditions));
    return this.#itemsAt([...known.union(new Set(named))].slice(0, most));
  }

  /** As `searchEveryday`. */
  everyday(query: string, most = Infinity, isLast = false): EverydayAnswer {
    const { meanings, mistyped, terms } = this.#parts;
    const conditions = readConditions(query);
    const { asked, pages } = readAsked(conditions?.words ?? query, this.#language);
    for (const each of asked) {
      if (isLast || /\d/.test(each.word) || meanings.knows(each)) continue;
      // Nobody mistypes a word as a number.
      const [typed] = wordsOf(each.word);
      if (typed && mistyped.has(typed)) return NOTHING;
    }
    const within = conditions && terms.within(conditions);
    const items = this.#itemsAt(meanings.rank(asked, most, within));
    return orAskAnAgent({ items, pages }, conditions, this.#language);
  }

  /** As `suggestServices`. */
  suggest(query: string): readonly SearchItem[] {
    return this.#itemsAt(this.#parts.mistyped.meantBy(wordsOf(query), MAX_SUGGESTIONS));
  }

  #itemsAt(places: readonly number[]): SearchItem[] {
    return places.flatMap((place) => this.#parts.items[place] ?? []);
  }
}
