import { RecentlyUsed } from '../../platform/recently-used.ts';
import { aboutOf, asBegun, POINTS, titlesOf, toPlain, type Asked } from './everyday-words.ts';
import type { SearchItem } from './search.ts';
import type { BegunWords } from './begun-words.ts';
import {
  addPlace,
  addPlaces,
  Best,
  hasPlaces,
  noPlaces,
  takePlaces,
  visitBits,
  visitPlaces,
  type Places,
} from './places.ts';
import type { TextField } from './text-field.ts';

/** A service is in at most one set per word. */
interface Earned {
  readonly points: number;
  readonly places: Places;
}

interface Earnings {
  /** The sets are sorted by descending points. */
  readonly all: readonly Earned[];
  /**
   * Each number is the index of the first set in `all` with a service in the block of 32 places, or the length of
   * `all`.
   */
  readonly first: Uint8Array;
}

const MAX_KNOWN = 256;

export class Meanings {
  /** The index is the place. */
  readonly #items: readonly SearchItem[];
  readonly #titles: TextField;
  readonly #titleWords: BegunWords;
  readonly #aboutWords: BegunWords;
  readonly #all: Places;
  readonly #known = new RecentlyUsed<string, Earnings>(MAX_KNOWN);
  /** The key has only words that earn points, because the other words differ from query to query. */
  readonly #ranks = new RecentlyUsed<string, readonly number[]>(MAX_KNOWN);
  /** Each search reuses this buffer for the points of 32 services. */
  readonly #points = new Float64Array(32);

  /** `titles` contains the translated and the source titles in lower case. */
  constructor(
    items: readonly SearchItem[],
    titles: TextField,
    titleWords: BegunWords,
    aboutWords: BegunWords,
  ) {
    this.#items = items;
    this.#all = noPlaces(items.length).fill(-1);
    this.#titles = titles;
    this.#titleWords = titleWords;
    this.#aboutWords = aboutWords;
  }

  knows({ word, means }: Asked): boolean {
    return means.length > 0 || this.#earnedBy(word, means).all.length > 0;
  }

  rank(asked: readonly Asked[], most: number, within: Places | undefined): readonly number[] {
    const earning = asked.filter(({ word, means }) => this.#earnedBy(word, means).all.length > 0);
    const rank = (among: Places) => this.#rank(earning, most, among);
    if (within) return rank(within);
    const words = earning.map(nameAsked).join('\n\n');
    return most === Infinity
      ? rank(this.#all)
      : this.#ranks.get(`${most} ${words}`, () => rank(this.#all));
  }

  #rank(asked: readonly Asked[], most: number, within: Places): readonly number[] {
    const earnings = asked.map(({ word, means }) => this.#earnedBy(word, means));
    const [first] = earnings;
    if (!first) return [];
    return earnings.length === 1
      ? firstOf(first.all, most, within)
      : this.#sum(earnings, most, within);
  }

  /** Processes blocks of 32 services and skips a block that cannot beat the best scores so far. */
  #sum(earnings: readonly Earnings[], most: number, within: Places): readonly number[] {
    const best = new Best(most);
    const every = earnings.flatMap(({ all }) => all);
    for (let index = 0; index < within.length; index += 1) {
      let may = 0;
      for (const { all, first } of earnings) may += all[first[index]!]?.points ?? 0;
      if (may < POINTS.meaning || best.isAbove(may)) continue;
      let found = 0;
      for (const { points, places } of every) {
        const bits = places[index]! & within[index]!;
        found |= bits;
        visitBits(bits, 0, (at) => void (this.#points[at]! += points));
      }
      visitBits(found, 0, (at) => {
        const points = this.#points[at]!;
        this.#points[at] = 0;
        if (points >= POINTS.meaning) best.offer((index << 5) + at, points);
      });
    }
    return best.places;
  }

  #earnedBy(word: string, means: readonly string[]): Earnings {
    return this.#known.get(nameAsked({ word, means }), () => {
      const all: Earned[] = [];
      let told: Places | undefined;
      const add = (points: number, places: Places | undefined) => {
        if (!places) return;
        if (told) takePlaces(places, told);
        if (!hasPlaces(places)) return;
        if (told) addPlaces(told, places);
        else told = places.slice();
        all.push({ points, places });
      };
      add(POINTS.title, this.#begun(this.#titleWords, word, titlesOf));
      for (const [at, meaning] of means.entries()) {
        add(POINTS.meaning + 1 - at / means.length, this.#titles.holding(meaning));
      }
      add(POINTS.summary, this.#begun(this.#aboutWords, word, aboutOf));
      return { all, first: firstAt(all, noPlaces(this.#items.length).length) };
    });
  }

  #begun(words: BegunWords, word: string, read: (item: SearchItem) => string): Places | undefined {
    const begun = asBegun(word);
    const [first = '', ...others] = word.split(' ');
    if (others.length === 0) return words.holding(word, begun.endsWith(' '));
    const found = words.holding(first, true);
    if (!found) return undefined;
    const places = noPlaces(this.#items.length);
    visitPlaces(found, (place) => {
      const item = this.#items[place];
      if (item && toPlain(read(item)).includes(begun)) addPlace(places, place);
    });
    return places;
  }
}

/**
 * The key includes the meanings, because the same word has none when a word of the same kind precedes it:
 * 'translate translation'.
 */
function nameAsked({ word, means }: Asked): string {
  return [word, ...means].join('\n');
}

function firstAt(all: readonly Earned[], length: number): Uint8Array {
  const first = new Uint8Array(all.length === 0 ? 0 : length).fill(all.length);
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const { places } = all[at]!;
    for (let index = 0; index < length; index += 1) if (places[index] !== 0) first[index] = at;
  }
  return first;
}

/** With a single word, the services are already sorted by points. */
function firstOf(all: readonly Earned[], most: number, within: Places): number[] {
  const first: number[] = [];
  const tell = (place: number) => {
    first.push(place);
    return first.length === most;
  };
  for (const { points, places } of all) {
    if (points < POINTS.meaning) break;
    for (let index = 0; index < places.length; index += 1) {
      const bits = places[index]! & within[index]!;
      if (bits !== 0 && visitBits(bits, index << 5, tell)) return first;
    }
  }
  return first;
}
