/** Where the words of many texts stand, so that a search looks at those alone that may hold what is asked. */
export interface TextIndex {
  /**
   * The places, in order, of all texts that may hold this one (lower case, without a space at its ends), and
   * of some more: whoever asks compares. Undefined where that would be nearly all of them.
   */
  find(text: string): readonly number[] | undefined;
}

/** Stands between the words; no text has it, since it is white space. */
const BETWEEN = '\n';

/**
 * An index of words as white space parts them. A text that holds what is asked has the word it begins with at the end
 * of one of its own, the word it ends with at the beginning of one, and those between whole; what is
 * one word may stand within one.
 */
export class WordIndex implements TextIndex {
  readonly #size: number;
  readonly #places: readonly (readonly number[])[];
  /** Every word once, between separators: looking through one long text costs less than through many. */
  readonly #words: string;
  /** Where each begins. */
  readonly #starts: readonly number[];

  /** `placesOf` names the places of each word, in order. */
  constructor(size: number, placesOf: ReadonlyMap<string, readonly number[]>) {
    this.#size = size;
    this.#places = [...placesOf.values()];
    const starts: number[] = [];
    let at = BETWEEN.length;
    for (const word of placesOf.keys()) {
      starts.push(at);
      at += word.length + BETWEEN.length;
    }
    this.#starts = starts;
    this.#words = `${BETWEEN}${[...placesOf.keys()].join(BETWEEN)}${BETWEEN}`;
  }

  find(text: string): readonly number[] | undefined {
    const words = text.split(/\s+/);
    const last = words.length - 1;
    let found: readonly number[] | undefined;
    for (const [index, word] of words.entries()) {
      const asked = `${index > 0 ? BETWEEN : ''}${word}${index < last ? BETWEEN : ''}`;
      const places = this.#placesOf(asked, index > 0);
      found = found === undefined ? places : common(found, places);
      if (found.length === 0) return found;
    }
    return found !== undefined && found.length * 2 > this.#size ? undefined : found;
  }

  /** Of all words that hold this; with a separator in front it begins one character before its word. */
  #placesOf(asked: string, isBegun: boolean): readonly number[] {
    const all: (readonly number[])[] = [];
    let at = this.#words.indexOf(asked);
    while (at !== -1) {
      const index = lastNotAfter(this.#starts, at + (isBegun ? BETWEEN.length : 0));
      all.push(this.#places[index] ?? []);
      // On with the next word: in this one it may stand again.
      const next = this.#starts[index + 1];
      if (next === undefined) break;
      at = this.#words.indexOf(asked, next - (isBegun ? BETWEEN.length : 0));
    }
    if (all.length < 2) return all[0] ?? [];
    return this.#united(all);
  }

  /** What stands in any of them, in order. A mark for each place: sorting thousands takes many times as long. */
  #united(lists: readonly (readonly number[])[]): number[] {
    const marks = new Uint8Array(this.#size);
    for (const places of lists) for (const place of places) marks[place] = 1;
    const united: number[] = [];
    for (let at = marks.indexOf(1); at !== -1; at = marks.indexOf(1, at + 1)) united.push(at);
    return united;
  }
}

/** The words of a text as the index knows them. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The index of the last of these numbers, in order, that is not greater. */
function lastNotAfter(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What stands in both, in order. */
function common(one: readonly number[], other: readonly number[]): number[] {
  const shared: number[] = [];
  let at = 0;
  for (const place of one) {
    while ((other[at] ?? Infinity) < place) at += 1;
    if (other[at] === place) shared.push(place);
  }
  return shared;
}
