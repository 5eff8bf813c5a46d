import { foldText } from '../platform/fold-text.ts';
import { compareTitles } from './compare-titles.ts';
import { readConditions, type Conditions } from './read-conditions.ts';
import { formsOf } from './word-forms.ts';

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
export const MAX_SUGGESTIONS = 3;

/** The first ten matches. */
export function searchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  return matchServices(items, query, MAX_RESULTS);
}

/**
 * Every match by the additive score of SPEC §5, ties by title, or the first ones. A blank query matches
 * nothing. After those come the matches of the query's other forms ('podcasts', 'podcast'), and then the services
 * that meet what the query says of price and time: 'logo under 500'.
 */
export function matchServices(
  items: readonly SearchItem[],
  query: string,
  most = Infinity,
): SearchItem[] {
  const literal = matchForms(items, query, most);
  const conditions = readConditions(query);
  if (!conditions) return literal;
  const { words } = conditions;
  const named = words === '' ? cheapestFirst(items) : matchForms(items, words, Infinity);
  const found = new Set(literal);
  for (const item of named) {
    if (found.size >= most) break;
    if (meetsConditions(item, conditions)) found.add(item);
  }
  return [...found];
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

const byPrice = new WeakMap<readonly SearchItem[], readonly SearchItem[]>();

function cheapestFirst(items: readonly SearchItem[]): readonly SearchItem[] {
  let sorted = byPrice.get(items);
  if (!sorted) {
    sorted = items.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0));
    byPrice.set(items, sorted);
  }
  return sorted;
}

interface Match {
  readonly score: number;
  readonly prepared: Prepared;
}

/** What the query matches as it was typed, followed by what its other forms match. */
function matchForms(items: readonly SearchItem[], query: string, most: number): SearchItem[] {
  const found = new Set<SearchItem>();
  for (const form of formsOf(foldText(query).trim())) {
    if (found.size >= most) break;
    for (const item of matchText(items, form, most + found.size)) found.add(item);
  }
  return [...found].slice(0, most);
}

/** The text is folded. */
function matchText(items: readonly SearchItem[], wanted: string, most: number): SearchItem[] {
  if (wanted === '') return [];
  const found: Match[] = [];
  for (const prepared of prepare(items).all) {
    const score = Math.max(
      scoreOf(prepared, wanted),
      prepared.written ? scoreOf(prepared.written, wanted) : 0,
    );
    if (score > 0) found.push({ score, prepared });
  }
  return firstOf(found, most, compareMatches).map(({ prepared }) => prepared.item);
}

const compareMatches = (a: Match, b: Match) =>
  b.score - a.score || a.prepared.place - b.prepared.place;

/** Those that come first, in order: of thousands a page shows ten. */
export function firstOf<T>(
  found: readonly T[],
  most: number,
  compare: (one: T, other: T) => number,
): T[] {
  if (found.length <= most) return found.toSorted(compare);
  const best: T[] = [];
  for (const match of found) {
    const last = best.length === most ? best[most - 1] : undefined;
    if (last !== undefined && compare(match, last) >= 0) continue;
    const at = best.findIndex((other) => compare(match, other) < 0);
    best.splice(at === -1 ? best.length : at, 0, match);
    if (best.length > most) best.pop();
  }
  return best;
}

export type SearchTexts = Readonly<Record<'title' | 'category' | 'description', string>>;

/** An item as it is searched: nothing of it changes from one search to the next. */
interface Prepared {
  readonly item: SearchItem;
  /** Among the items. */
  readonly index: number;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly written: SearchTexts | undefined;
  readonly words: readonly TitleWord[];
  /** In the order of titles; equal titles have equal places. */
  readonly place: number;
}

/** A word of titles, and of which items' titles. */
interface TitleWord {
  readonly word: Word;
  /** Among the words of all titles. */
  readonly index: number;
  readonly places: number[];
}

interface PreparedItems {
  readonly all: readonly Prepared[];
  readonly titleWords: readonly TitleWord[];
}

const preparedItems = new WeakMap<readonly SearchItem[], PreparedItems>();

function prepare(items: readonly SearchItem[]): PreparedItems {
  const known = preparedItems.get(items);
  if (known) return known;
  const order = items
    .map((_, index) => index)
    .sort((one, other) => compareTitlesAt(items, one, other));
  const places = placesOf(items, order);
  const titleWords = new Map<string, TitleWord>();
  const all = items.map((item, index): Prepared => {
    const words = wordsOf(item.title).map((word) => {
      let known = titleWords.get(word.text);
      if (!known) titleWords.set(word.text, (known = { word, index: titleWords.size, places: [] }));
      if (known.places.at(-1) !== index) known.places.push(index);
      return known;
    });
    return {
      item,
      index,
      ...foldTexts(item),
      written: item.written && foldTexts(item.written),
      words,
      place: places[index] ?? 0,
    };
  });
  const prepared = { all, titleWords: [...titleWords.values()] };
  preparedItems.set(items, prepared);
  return prepared;
}

/** For whoever sorts by title elsewhere: places of items, compared as searches do. */
export function compareTitlesAt(items: readonly SearchItem[], one: number, other: number): number {
  return compareTitles(items[one]?.title ?? '', items[other]?.title ?? '');
}

/** Where an item stands among the titles; equal titles have equal places. */
export function placeByTitle(items: readonly SearchItem[], index: number): number {
  return prepare(items).all[index]?.place ?? 0;
}

function foldTexts({ title, category, description }: SearchTexts): SearchTexts {
  return {
    title: foldText(title).trim(),
    category: foldText(category).trim(),
    description: foldText(description).trim(),
  };
}

/** Each item's place among the titles. */
function placesOf(items: readonly SearchItem[], order: readonly number[]): number[] {
  const places: number[] = [];
  for (const [place, index] of order.entries()) {
    const before = order[place - 1];
    const isEqual = before !== undefined && compareTitlesAt(items, before, index) === 0;
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
  const { all, titleWords } = prepare(items);
  // Of each item, how many words of the query it has one near to, and the last of those.
  const counts = new Uint16Array(all.length);
  const lasts = new Uint16Array(all.length);
  const near: number[] = [];
  for (const [number, word] of words.entries()) {
    for (const { word: other, places } of titleWords) {
      if (!isMistyped(word, other)) continue;
      for (const index of places) {
        if (lasts[index] === number + 1) continue;
        lasts[index] = number + 1;
        if (counts[index] === 0) near.push(index);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }
  }
  const measured = words.map(() => new Int16Array(titleWords.length).fill(UNMEASURED));
  const meant: Meant[] = [];
  for (const index of near) {
    const prepared = all[index];
    // More than half of a query's words are a few mistakes away from one of a title's.
    if (!prepared || (counts[index] ?? 0) * 2 <= words.length) continue;
    meant.push({ prepared, distance: distanceOfTitle(prepared.words, words, measured) });
  }
  return firstOf(meant, MAX_SUGGESTIONS, compareMeant).map(({ prepared }) => prepared.item);
}

interface Meant {
  readonly prepared: Prepared;
  readonly distance: number;
}

const compareMeant = (a: Meant, b: Meant) =>
  a.distance - b.distance ||
  a.prepared.place - b.prepared.place ||
  a.prepared.index - b.prepared.index;

const UNMEASURED = -1;

/** Whether a word of some title may have been meant by this one. */
export function seemsMistyped(items: readonly SearchItem[], typed: string): boolean {
  const [word] = wordsOf(typed);
  return (
    word !== undefined &&
    prepare(items).titleWords.some(({ word: meant }) => isMistyped(word, meant))
  );
}

export interface Word {
  readonly text: string;
  /** A bit for each letter in it; letters of other alphabets share them. */
  readonly letters: number;
}

export function wordsOf(text: string): Word[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
    let letters = 0;
    for (let index = 0; index < word.length; index += 1)
      letters |= 1 << (word.charCodeAt(index) & 31);
    return { text: word, letters };
  });
}

/** Whether a word may have been meant by one that somebody typed. */
function isMistyped(word: Word, meant: Word): boolean {
  const allowed = allowedMistakes(word.text);
  return mayBeMistyped(word, meant, allowed) && editDistance(word.text, meant.text) <= allowed;
}

/** Whether more letters than allowed would have to be added or left out, or be another, costs less than to compare. */
export function mayBeMistyped(word: Word, meant: Word, allowed: number): boolean {
  return (
    Math.abs(meant.text.length - word.text.length) <= allowed &&
    countBits(word.letters & ~meant.letters) <= allowed &&
    countBits(meant.letters & ~word.letters) <= allowed
  );
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** None in a word of one or two letters, one in three or four, two up to seven, three beyond. */
export function allowedMistakes({ length }: string): number {
  return length < 3 ? 0 : length < 5 ? 1 : length < 8 ? 2 : 3;
}

/**
 * Typing mistakes between the query's words and the nearest words of a title; `measured` is what is known of
 * each of them and each word of all titles.
 */
function distanceOfTitle(
  title: readonly TitleWord[],
  query: readonly Word[],
  measured: readonly Int16Array[],
): number {
  let total = 0;
  for (const [number, { text }] of query.entries()) {
    const known = measured[number];
    let least = Infinity;
    for (const { word, index } of title) {
      let distance = known?.[index] ?? UNMEASURED;
      if (distance === UNMEASURED) {
        distance = editDistance(text, word.text);
        if (known) known[index] = distance;
      }
      least = Math.min(least, distance);
    }
    total += least;
  }
  return total;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
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
