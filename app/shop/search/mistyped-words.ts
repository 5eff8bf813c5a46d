import { LRUCache } from 'lru-cache';
import { allowedMistakes, editDistance, mayBeMistyped, type Word } from './search.ts';
import {
  Best,
  hasPosition,
  Lists,
  createPositionSet,
  PlaceLists,
  removePositions,
  visitBits,
  type PositionSet,
} from './position-set.ts';

interface Typed {
  /** The services have a similar word in their title and are grouped by edit distance. */
  readonly near: readonly Near[];
  /** The number is a lower bound of the edit distance for all other services. */
  readonly beyond: number;
  /** Each number is the smallest edit distance in a block of 32 places. */
  readonly least: Uint8Array;
  readonly distanceTo: (index: number) => number;
}

/** Lists of these are sorted by distance. */
interface Near {
  readonly distance: number;
  readonly positions: PositionSet;
}

/** Different people make the same typing mistakes, with other words beside them, so words are cached. */
const MAX_KNOWN = 256;

export class MistypedWords {
  readonly #words: readonly Word[];
  readonly #positions: PlaceLists;
  readonly #wordsOf: Lists;
  /** A set of places has this length. */
  readonly #length: number;
  readonly #known = new LRUCache<string, Typed, Word>({
    max: MAX_KNOWN,
    memoMethod: (_text, _stale, { context }) => this.#measure(context),
  });

  private constructor(
    words: readonly Word[],
    positions: readonly number[][],
    wordsOf: readonly number[][],
  ) {
    this.#words = words;
    this.#positions = new PlaceLists(positions, wordsOf.length);
    this.#wordsOf = new Lists(wordsOf);
    this.#length = createPositionSet(wordsOf.length).length;
  }

  /** Each place is a step of the generator. */
  static *of(all: Iterable<readonly Word[]>): Generator<void, MistypedWords> {
    const indexes = new Map<string, number>();
    const words: Word[] = [];
    const positions: number[][] = [];
    const wordsOf: number[][] = [];
    for (const ofTitle of all) {
      const place = wordsOf.length;
      const own = new Set<number>();
      for (const word of ofTitle) {
        let index = indexes.get(word.text);
        if (index === undefined) {
          indexes.set(word.text, (index = words.length));
          words.push(word);
          positions.push([]);
        }
        if (!own.has(index)) positions[index]!.push(place);
        own.add(index);
      }
      wordsOf.push([...own]);
      yield;
    }
    return new MistypedWords(words, positions, wordsOf);
  }

  has(typed: Word): boolean {
    return this.#known.memo(typed.text, { context: typed }).near.length > 0;
  }

  /**
   * Returns the places of the best titles for these words, by the rules of `suggestServices`. A block of 32 places
   * is skipped unless it may contain a better title than those found so far.
   */
  meantBy(typed: readonly Word[], most: number): readonly number[] {
    const best = new Best(most);
    const words = typed.map((word) => this.#known.memo(word.text, { context: word }));
    for (let index = 0; index < this.#length; index += 1) {
      let count = 0;
      let sum = 0;
      for (const { beyond, least } of words) {
        const distance = least[index] ?? beyond;
        if (distance < beyond) count += 1;
        sum += distance;
      }
      if (!isMeant(count, words) || best.isAbove(-sum)) continue;
      let found = 0;
      for (const { near } of words) for (const { positions } of near) found |= positions[index]!;
      visitBits(found, 0, (at) => this.#offer(best, words, (index << 5) + at));
    }
    return best.positions;
  }

  #offer(best: Best, words: readonly Typed[], place: number): void {
    let count = 0;
    let sum = 0;
    for (const { near, beyond } of words) {
      const nearest = near.find(({ positions }) => hasPosition(positions, place));
      if (nearest) count += 1;
      sum += nearest?.distance ?? beyond;
    }
    if (!isMeant(count, words) || best.isAbove(-sum)) return;
    best.offer(place, -(count === words.length ? sum : this.#distanceOf(place, words)));
  }

  #distanceOf(place: number, words: readonly Typed[]): number {
    let total = 0;
    for (const { distanceTo } of words) {
      let least = Infinity;
      this.#wordsOf.visit(place, (index) => {
        least = Math.min(least, distanceTo(index));
      });
      total += least;
    }
    return total;
  }

  #measure(typed: Word): Typed {
    const allowed = allowedMistakes(typed.text);
    const distanceTo = (index: number) => editDistance(typed.text, this.#words[index]!.text);
    const indexes = Array.from({ length: allowed + 1 }, (): number[] => []);
    for (const [index, word] of this.#words.entries()) {
      if (mayBeMistyped(typed, word, allowed)) indexes[distanceTo(index)]?.push(index);
    }
    const near: Near[] = [];
    for (const [distance, found] of indexes.entries()) {
      const positions = this.#positions.unite(found);
      if (!positions) continue;
      for (const nearer of near) removePositions(positions, nearer.positions);
      near.push({ distance, positions });
    }
    return { near, beyond: allowed + 1, least: leastAt(near, allowed + 1), distanceTo };
  }
}

/** More than half of the query's words must be similar to a word of the title. */
function isMeant(count: number, { length }: readonly Typed[]): boolean {
  return count * 2 > length;
}

/** Returns the smallest edit distance per block of 32 places. The result is empty if `near` is empty. */
function leastAt(near: readonly Near[], beyond: number): Uint8Array {
  const least = new Uint8Array(near[0]?.positions.length ?? 0).fill(beyond);
  for (const { distance, positions } of near.toReversed()) {
    for (let index = 0; index < positions.length; index += 1) {
      if (positions[index] !== 0) least[index] = distance;
    }
  }
  return least;
}
