import { readConditions, type Conditions } from './read-conditions.ts';

/** What a search result needs: small enough to travel to the browser. */
export interface SearchItem {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly path: string;
  /** Where its picture is. */
  readonly picture: string;
  /** As a row of results shows it: '$7,500 per month'. */
  readonly cost?: string;
  /** Where it has been rated: '4.67'. */
  readonly rating?: string;
  /** In whole currency units: the least it can be had for. */
  readonly price?: number;
  /** How soon it can be had, where that is said. */
  readonly days?: number;
  /** What is translated is found by what it was translated from, too. */
  readonly written?: Pick<SearchItem, 'title' | 'category' | 'description'>;
}

export const MAX_RESULTS = 10;
const MAX_SUGGESTIONS = 3;

/** The first ten matches. */
export function searchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  return matchServices(items, query).slice(0, MAX_RESULTS);
}

/**
 * Every match by the additive score of SPEC §5, ties by title. A blank query matches nothing. Behind
 * those come the services that meet what the query says of price and time: 'logo under 500'.
 */
export function matchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  const literal = matchText(items, query);
  const conditions = readConditions(query);
  if (!conditions) return literal;
  const { words } = conditions;
  const named = words === '' ? cheapestFirst(items) : matchText(items, words);
  return [...new Set([...literal, ...named.filter((item) => meetsConditions(item, conditions))])];
}

/** Whether it is had at such a price and so soon; everything is, where nothing is said. */
export function meetsConditions(
  { price, days }: SearchItem,
  conditions: Conditions | undefined,
): boolean {
  if (!conditions) return true;
  const { minPrice = 0, maxPrice = Infinity, maxDays = Infinity } = conditions;
  // Of what says nothing nobody knows that it is soon enough.
  const isSoon = maxDays === Infinity || (days !== undefined && days <= maxDays);
  return isSoon && price !== undefined && price >= minPrice && price <= maxPrice;
}

function cheapestFirst(items: readonly SearchItem[]): SearchItem[] {
  return items.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
}

function matchText(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const found: { readonly score: number; readonly prepared: Prepared }[] = [];
  for (const prepared of prepare(items)) {
    const score = Math.max(
      scoreOf(prepared, wanted),
      prepared.written ? scoreOf(prepared.written, wanted) : 0,
    );
    if (score > 0) found.push({ score, prepared });
  }
  return found
    .sort((a, b) => b.score - a.score || a.prepared.place - b.prepared.place)
    .map(({ prepared }) => prepared.item);
}

export type SearchTexts = Readonly<Record<'title' | 'category' | 'description', string>>;

/** An item as it is searched: nothing of it changes from one search to the next. */
interface Prepared {
  readonly item: SearchItem;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly written: SearchTexts | undefined;
  readonly words: readonly Word[];
  /** In the order of titles; equal titles have equal places. */
  readonly place: number;
}

const preparedItems = new WeakMap<readonly SearchItem[], readonly Prepared[]>();

function prepare(items: readonly SearchItem[]): readonly Prepared[] {
  const known = preparedItems.get(items);
  if (known) return known;
  const { compare } = new Intl.Collator('en');
  const places = placesOf(items, compare);
  const prepared = items.map((item, index) => ({
    item,
    ...lowerCase(item),
    written: item.written && lowerCase(item.written),
    words: wordsOf(item.title),
    place: places[index] ?? 0,
  }));
  preparedItems.set(items, prepared);
  return prepared;
}

function lowerCase({ title, category, description }: SearchTexts): SearchTexts {
  return {
    title: title.toLowerCase(),
    category: category.toLowerCase(),
    description: description.toLowerCase(),
  };
}

/** Each item's place among the titles. */
function placesOf(
  items: readonly SearchItem[],
  compare: (one: string, other: string) => number,
): number[] {
  const titleAt = (index: number) => items[index]?.title ?? '';
  const ordered = items.map((_, index) => index).sort((a, b) => compare(titleAt(a), titleAt(b)));
  const places: number[] = [];
  for (const [place, index] of ordered.entries()) {
    const before = ordered[place - 1];
    const isEqual = before !== undefined && compare(titleAt(before), titleAt(index)) === 0;
    places[index] = isEqual ? (places[before] ?? 0) : place;
  }
  return places;
}

function scoreOf({ title, category, description }: SearchTexts, wanted: string): number {
  const isInTitle = title.includes(wanted);
  return (
    (title === wanted ? 100 : 0) +
    (isInTitle && title.startsWith(wanted) ? 50 : 0) +
    (isInTitle ? 30 : 0) +
    (category.includes(wanted) ? 20 : 0) +
    (description.includes(wanted) ? 10 : 0)
  );
}

/**
 * Up to three 'Did you mean' titles for a query that matches nothing: those whose words are a
 * few typing mistakes away (DECISIONS 5).
 */
export function suggestServices(items: readonly SearchItem[], query: string): SearchItem[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const known = new Map<string, Map<string, boolean>>();
  return prepare(items)
    .filter(({ words: title }) => isNear(title, words, known))
    .map((prepared) => ({ prepared, distance: distanceOfTitle(prepared.words, words) }))
    .sort((a, b) => a.distance - b.distance || a.prepared.place - b.prepared.place)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ prepared }) => prepared.item);
}

/** Whether a word of some title may have been meant by this one. */
export function seemsMistyped(items: readonly SearchItem[], typed: string): boolean {
  const [word] = wordsOf(typed);
  return (
    word !== undefined &&
    prepare(items).some(({ words }) => words.some((meant) => isMistyped(word, meant)))
  );
}

interface Word {
  readonly text: string;
  /** A bit for each letter in it; letters of other alphabets share them. */
  readonly letters: number;
}

function wordsOf(text: string): Word[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
    let letters = 0;
    for (let index = 0; index < word.length; index += 1)
      letters |= 1 << (word.charCodeAt(index) & 31);
    return { text: word, letters };
  });
}

/** Whether more than half of a query's words are a few mistakes away from one of a title's. */
function isNear(
  title: readonly Word[],
  query: readonly Word[],
  known: Map<string, Map<string, boolean>>,
): boolean {
  const near = query.filter((word) => {
    let others = known.get(word.text);
    if (!others) known.set(word.text, (others = new Map()));
    return title.some((other) => {
      let isFound = others.get(other.text);
      if (isFound === undefined) others.set(other.text, (isFound = isMistyped(word, other)));
      return isFound;
    });
  });
  return near.length * 2 > query.length;
}

/** Whether a word may have been meant by one that somebody typed. */
function isMistyped(word: Word, meant: Word): boolean {
  const allowed = allowedMistakes(word.text);
  // So many letters would have to be added or left out, or be another.
  if (Math.abs(meant.text.length - word.text.length) > allowed) return false;
  if (countBits(word.letters & ~meant.letters) > allowed) return false;
  if (countBits(meant.letters & ~word.letters) > allowed) return false;
  return editDistance(word.text, meant.text) <= allowed;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** None in a word of one or two letters, one in three or four, two up to seven, three beyond. */
function allowedMistakes({ length }: string): number {
  return length < 3 ? 0 : length < 5 ? 1 : length < 8 ? 2 : 3;
}

/** Typing mistakes between the query's words and the nearest words of a title. */
function distanceOfTitle(title: readonly Word[], query: readonly Word[]): number {
  let total = 0;
  for (const { text } of query) {
    total += Math.min(...title.map((other) => editDistance(text, other.text)));
  }
  return total;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforePrevious, j - 2) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
