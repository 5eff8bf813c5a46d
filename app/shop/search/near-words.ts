import { editDistance, type Word } from './search.ts';

/** The words are sorted by length in typed arrays. Most words are ruled out by comparing their letters only. */
export class NearWords {
  readonly #words: readonly Word[];
  readonly #order: Uint32Array;
  /** The bit masks of the letters have the same order. */
  readonly #letters: Int32Array;
  readonly #starts: Uint32Array;

  constructor(words: readonly Word[]) {
    this.#words = words;
    this.#order = Uint32Array.from(words.keys()).sort(
      (one, other) => words[one]!.text.length - words[other]!.text.length,
    );
    this.#letters = Int32Array.from(this.#order, (index) => words[index]!.letters);
    const lengths = Array.from(this.#order, (index) => words[index]!.text.length);
    this.#starts = new Uint32Array((lengths.at(-1) ?? 0) + 2).fill(words.length);
    for (let at = words.length - 1; at >= 0; at -= 1) this.#starts[lengths[at]!] = at;
    for (let length = this.#starts.length - 2; length >= 0; length -= 1) {
      this.#starts[length] = Math.min(this.#starts[length]!, this.#starts[length + 1]!);
    }
  }

  textOf(index: number): string {
    return this.#words[index]!.text;
  }

  /** The result is grouped by edit distance. */
  near(
    { text, letters }: Word,
    allowed: number,
    measure: (to: string) => number,
  ): readonly (readonly number[])[] {
    const near = Array.from({ length: allowed + 1 }, (): number[] => []);
    const from = this.#startOf(text.length - allowed);
    const end = this.#startOf(text.length + allowed + 1);
    for (let at = from; at < end; at += 1) {
      const other = this.#letters[at]!;
      // `mayBeMistyped` has the same rule.
      if (countBits(letters & ~other) > allowed || countBits(other & ~letters) > allowed) continue;
      const index = this.#order[at]!;
      const distance = measure(this.textOf(index));
      if (distance <= allowed) near[distance]!.push(index);
    }
    return near;
  }

  #startOf(length: number): number {
    return this.#starts[Math.max(0, Math.min(length, this.#starts.length - 1))]!;
  }
}

/** Counts the bits in parallel: in pairs, then in groups of four and eight. */
function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const BITS = 32;
/** ASCII characters are looked up in an array instead of a map. */
const COMMON = 128;

/**
 * Returns a function that measures the optimal string alignment distance to other words. A column of the table is a
 * bit vector, so a comparison takes one step per letter (H. Hyyrö, A Bit-Vector Algorithm for Computing Levenshtein
 * and Damerau Edit Distances, 2003).
 */
export function measureFrom(from: string): (to: string) => number {
  if (from.length > BITS || from === '') return (to) => editDistance(from, to);
  const common = new Int32Array(COMMON);
  const others = new Map<number, number>();
  for (let at = 0; at < from.length; at += 1) {
    const letter = from.charCodeAt(at);
    if (letter < COMMON) common[letter]! |= 1 << at;
    else others.set(letter, (others.get(letter) ?? 0) | (1 << at));
  }
  const last = 1 << (from.length - 1);
  return (to) => {
    let distance = from.length;
    let grows = -1;
    let shrinks = 0;
    let diagonal = 0;
    let before = 0;
    for (let at = 0; at < to.length; at += 1) {
      const letter = to.charCodeAt(at);
      const here = letter < COMMON ? common[letter]! : (others.get(letter) ?? 0);
      const swapped = ((~diagonal & here) << 1) & before;
      diagonal = (((here & grows) + grows) ^ grows) | here | shrinks | swapped;
      let more = shrinks | ~(diagonal | grows);
      const less = diagonal & grows;
      if (more & last) distance += 1;
      if (less & last) distance -= 1;
      more = (more << 1) | 1;
      grows = (less << 1) | ~(diagonal | more);
      shrinks = more & diagonal;
      before = here;
    }
    return distance;
  };
}
