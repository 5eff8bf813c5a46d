import type { Translated } from '../../platform/lang-of.ts';
import { foldText } from '../../platform/fold-text.ts';
import { findMainCurrency } from '../price.ts';
import { compareTitles } from './compare-titles.ts';
import { readConditions, type Conditions } from './read-conditions.ts';
import { formsOf } from './word-forms.ts';

/** An item is small, because the index is sent to the browser. */
export interface SearchItem extends Translated {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly path: string;
  readonly picture: string;
  /** An example is '$7,500 per month'. */
  readonly cost?: string;
  /** An example is '4.67'. Unrated services have none. */
  readonly rating?: string;
  /** The number is the lowest price of the service and its packages, in whole currency units. */
  readonly price?: number;
  /** The code is left out if all services have the same currency. */
  readonly currency?: string;
  /** The number is the shortest delivery time in days, if stated. */
  readonly days?: number;
  /** The source texts of a translated service are searched, too. */
  readonly written?: Pick<SearchItem, 'title' | 'category' | 'description'>;
}

export const MAX_RESULTS = 10;
export const MAX_SUGGESTIONS = 3;

export function searchServices(items: readonly SearchItem[], query: string): SearchItem[] {
  return matchServices(items, query, MAX_RESULTS);
}

/**
 * Returns the matches by the additive score of rule 45, ties by title. A blank query matches nothing. Then follow
 * the matches of the query's other forms ('podcasts', 'podcast'), and then the services that meet the price and
 * time in the query: 'logo under 500'.
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
  const currency = chooseCurrency(readCurrencies(items), conditions);
  const found = new Set(literal);
  for (const item of named) {
    if (found.size >= most) break;
    if (meetsConditions(item, conditions, currency)) found.add(item);
  }
  return [...found];
}

/** A price in another currency than `currency` is in no price range, because it cannot be compared. */
export function meetsConditions(
  item: SearchItem,
  conditions: Conditions | undefined,
  currency: string | undefined,
): boolean {
  if (!conditions) return true;
  const { minPrice, maxPrice, maxDays = Infinity } = conditions;
  const { days } = item;
  const price = item.currency === currency ? item.price : undefined;
  // A service without a stated delivery time never counts as soon enough.
  const isSoon = maxDays === Infinity || (days !== undefined && days <= maxDays);
  return (
    isSoon &&
    (minPrice === undefined || (price !== undefined && price >= minPrice)) &&
    (maxPrice === undefined || (price !== undefined && price <= maxPrice))
  );
}

/** The currencies of a catalogue's prices, if they are several. */
export interface Currencies {
  readonly main: string | undefined;
  readonly all: ReadonlySet<string>;
}

const knownCurrencies = new WeakMap<readonly SearchItem[], Currencies>();

export function readCurrencies(items: readonly SearchItem[]): Currencies {
  let known = knownCurrencies.get(items);
  if (!known) {
    const named = items.flatMap(({ currency }) => (currency === undefined ? [] : { currency }));
    const all = new Set(named.map(({ currency }) => currency));
    knownCurrencies.set(items, (known = { main: findMainCurrency(named), all }));
  }
  return known;
}

/**
 * Returns the currency whose prices are compared: one that the text names and services have, or else the main currency.
 * If the text may name several, such as '$', the main currency comes first.
 */
export function chooseCurrency(
  { main, all }: Currencies,
  { currencies = [] }: Conditions,
): string | undefined {
  if (main === undefined || currencies.includes(main)) return main;
  return currencies.find((currency) => all.has(currency)) ?? main;
}

const byPrice = new WeakMap<readonly SearchItem[], readonly SearchItem[]>();

function cheapestFirst(items: readonly SearchItem[]): readonly SearchItem[] {
  let sorted = byPrice.get(items);
  if (!sorted) {
    sorted = items.toSorted(comparePricesWith(readCurrencies(items)));
    byPrice.set(items, sorted);
  }
  return sorted;
}

/** Prices in the main currency come first, then those of each other currency, then items without a price. */
export function comparePricesWith({
  main,
}: Currencies): (one: SearchItem, other: SearchItem) => number {
  const rankOf = ({ price, currency = '' }: SearchItem) => {
    if (price === undefined) return '2';
    return currency === (main ?? '') ? '0' : `1${currency}`;
  };
  return (one, other) => {
    const [rank, otherRank] = [rankOf(one), rankOf(other)];
    if (rank !== otherRank) return rank < otherRank ? -1 : 1;
    return (one.price ?? 0) - (other.price ?? 0);
  };
}

interface Match {
  readonly score: number;
  readonly prepared: Prepared;
}

/** The matches of the query as typed come first. */
function matchForms(items: readonly SearchItem[], query: string, most: number): SearchItem[] {
  const found = new Set<SearchItem>();
  for (const form of formsOf(foldText(query).trim())) {
    if (found.size >= most) break;
    for (const item of matchText(items, form, most + found.size)) found.add(item);
  }
  return [...found].slice(0, most);
}

/** `wanted` must be folded. */
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

/** The function does not sort all items, because a page shows ten of thousands. */
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

/** Prepared items are cached, because nothing in them depends on the query. */
interface Prepared {
  readonly item: SearchItem;
  readonly index: number;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly written: SearchTexts | undefined;
  readonly words: readonly TitleWord[];
  /** The number is the position when sorted by title. Equal titles share a place. */
  readonly place: number;
}

interface TitleWord {
  readonly word: Word;
  readonly index: number;
  readonly positions: number[];
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
  const positions = positionsOf(items, order);
  const titleWords = new Map<string, TitleWord>();
  const all = items.map((item, index): Prepared => {
    const words = wordsOf(item.title).map((word) => {
      let known = titleWords.get(word.text);
      if (!known)
        titleWords.set(word.text, (known = { word, index: titleWords.size, positions: [] }));
      if (known.positions.at(-1) !== index) known.positions.push(index);
      return known;
    });
    return {
      item,
      index,
      ...foldTexts(item),
      written: item.written && foldTexts(item.written),
      words,
      place: positions[index] ?? 0,
    };
  });
  const prepared = { all, titleWords: [...titleWords.values()] };
  preparedItems.set(items, prepared);
  return prepared;
}

/** Other modules sort by title with the same comparison. */
export function compareTitlesAt(items: readonly SearchItem[], one: number, other: number): number {
  return compareTitles(items[one]?.title ?? '', items[other]?.title ?? '');
}

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

function positionsOf(items: readonly SearchItem[], order: readonly number[]): number[] {
  const positions: number[] = [];
  for (const [place, index] of order.entries()) {
    const before = order[place - 1];
    const isEqual = before !== undefined && compareTitlesAt(items, before, index) === 0;
    positions[index] = isEqual ? (positions[before] ?? 0) : place;
  }
  return positions;
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
 * Returns up to three 'Did you mean' titles for a query that matches nothing: those whose words are a few typing
 * mistakes away (rule 49).
 */
export function suggestServices(items: readonly SearchItem[], query: string): SearchItem[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const { all, titleWords } = prepare(items);
  // The arrays hold, for each item, the number of query words with a similar title word, and the last such query
  // word.
  const counts = new Uint16Array(all.length);
  const lasts = new Uint16Array(all.length);
  const near: number[] = [];
  for (const [number, word] of words.entries()) {
    for (const { word: other, positions } of titleWords) {
      if (!isMistyped(word, other)) continue;
      for (const index of positions) {
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
    // More than half of the query's words must be similar to a word of the title.
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

export function seemsMistyped(items: readonly SearchItem[], typed: string): boolean {
  const [word] = wordsOf(typed);
  return (
    word !== undefined &&
    prepare(items).titleWords.some(({ word: meant }) => isMistyped(word, meant))
  );
}

export interface Word {
  readonly text: string;
  /** Each letter sets a bit. Letters of other alphabets share bits. */
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

function isMistyped(word: Word, meant: Word): boolean {
  const allowed = allowedMistakes(word.text);
  return mayBeMistyped(word, meant, allowed) && editDistance(word.text, meant.text) <= allowed;
}

/**
 * This check is cheaper than the edit distance: it counts the letters that would have to be added, removed or
 * replaced.
 */
export function mayBeMistyped(word: Word, meant: Word, allowed: number): boolean {
  return (
    Math.abs(meant.text.length - word.text.length) <= allowed &&
    countBits(word.letters & ~meant.letters) <= allowed &&
    countBits(meant.letters & ~word.letters) <= allowed
  );
}

/** Counts the bits in parallel: in pairs, then in groups of four and eight. */
function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * A word of one or two letters allows no mistake, three or four letters allow one, up to seven allow two, and more
 * allow three.
 */
export function allowedMistakes({ length }: string): number {
  return length < 3 ? 0 : length < 5 ? 1 : length < 8 ? 2 : 3;
}

/** `measured` caches the distance of each query word to each title word. */
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

/** The distance is the optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
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
