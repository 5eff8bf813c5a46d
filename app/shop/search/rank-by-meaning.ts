import { LRUCache } from 'lru-cache';
import { aboutOf, asBegun, POINTS, titlesOf, toPlain, type Asked } from './everyday-words.ts';
import type { SearchItem } from './search.ts';
import type { BegunWords } from './begun-words.ts';
import {
  addPosition,
  addPositions,
  Best,
  hasPositions,
  createPositionSet,
  removePositions,
  visitBits,
  visitPositions,
  type PositionSet,
} from './position-set.ts';
import type { TextField } from './text-field.ts';

/** A service is in at most one set per word. */
interface Earned {
  readonly points: number;
  readonly positions: PositionSet;
}

const MAX_KNOWN = 256;

export class Meanings {
  /** The index is the place. */
  readonly #items: readonly SearchItem[];
  readonly #titles: TextField;
  readonly #titleWords: BegunWords;
  readonly #aboutWords: BegunWords;
  readonly #known = new LRUCache<string, readonly Earned[], Asked>({
    max: MAX_KNOWN,
    memoMethod: (_name, _stale, { context }) => this.#earn(context),
  });
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
    this.#titles = titles;
    this.#titleWords = titleWords;
    this.#aboutWords = aboutWords;
  }

  knows(asked: Asked): boolean {
    return asked.means.length > 0 || this.#earnedBy(asked).length > 0;
  }

  /** A block of 32 services is skipped unless it may contain a better service than those found so far. */
  rank(asked: readonly Asked[], most: number, within: PositionSet): readonly number[] {
    const earned = asked.flatMap((each) => this.#earnedBy(each));
    const best = new Best(most);
    for (let index = 0; index < within.length; index += 1) {
      let found = 0;
      let atMost = 0;
      for (const { points, positions } of earned) {
        const bits = positions[index]! & within[index]!;
        found |= bits;
        if (bits !== 0) atMost += points;
      }
      if (atMost < POINTS.meaning || best.isAbove(atMost)) continue;
      for (const { points, positions } of earned) {
        const bits = positions[index]! & within[index]!;
        visitBits(bits, 0, (at) => void (this.#points[at]! += points));
      }
      visitBits(found, 0, (at) => {
        const points = this.#points[at]!;
        this.#points[at] = 0;
        if (points >= POINTS.meaning) best.offer((index << 5) + at, points);
      });
    }
    return best.positions;
  }

  #earnedBy(asked: Asked): readonly Earned[] {
    return this.#known.memo([asked.word, ...asked.means].join('\n'), { context: asked });
  }

  #earn({ word, means }: Asked): readonly Earned[] {
    const all: Earned[] = [];
    let told: PositionSet | undefined;
    const add = (points: number, positions: PositionSet | undefined) => {
      if (!positions) return;
      if (told) removePositions(positions, told);
      if (!hasPositions(positions)) return;
      if (told) addPositions(told, positions);
      else told = positions.slice();
      all.push({ points, positions });
    };
    add(POINTS.title, this.#begun(this.#titleWords, word, titlesOf));
    for (const [at, meaning] of means.entries()) {
      add(POINTS.meaning + 1 - at / means.length, this.#titles.holding(meaning));
    }
    add(POINTS.summary, this.#begun(this.#aboutWords, word, aboutOf));
    return all;
  }

  #begun(
    words: BegunWords,
    word: string,
    read: (item: SearchItem) => string,
  ): PositionSet | undefined {
    const begun = asBegun(word);
    const [first = '', ...others] = word.split(' ');
    if (others.length === 0) return words.holding(word, begun.endsWith(' '));
    const found = words.holding(first, true);
    if (!found) return undefined;
    const positions = createPositionSet(this.#items.length);
    visitPositions(found, (place) => {
      const item = this.#items[place];
      if (item && toPlain(read(item)).includes(begun)) addPosition(positions, place);
    });
    return positions;
  }
}

/**
 * The key includes the meanings, because the same word has none when a word of the same kind precedes it:
 * 'translate translation'.
 */
