import { noteAt } from './begun-words.ts';
import { Lists, noPlaces, PlaceLists, type Places } from './places.ts';
import { SortedWords } from './sorted-words.ts';

/** Stands between the words; no text has it, since it is white space. */
const BETWEEN = '\n';
/** For each text that is compared as many can be looked for. */
const LOOKS = 20;

/** One field of all services, such as their titles, in lower case: which of them hold a text. */
export class TextField {
  readonly #size: number;
  /** Each once. */
  readonly #texts: SortedWords;
  /** Of each text, the services that have it. */
  readonly #places: PlaceLists;
  /** As white space parts them. */
  readonly #words: SortedWords;
  /** All of them, between separators: looking through one long text costs less than through many. */
  readonly #joined: string;
  /** Where each begins. */
  readonly #starts: Uint32Array;
  /** Of each word, the texts it is in. */
  readonly #textsOf: Lists;
  /** Of each text, for one search at a time, how many of the words it has. */
  readonly #marks: Uint8Array;

  private constructor(
    texts: SortedWords,
    placesOf: ReadonlyMap<string, readonly number[]>,
    textsOf: ReadonlyMap<string, readonly number[]>,
    size: number,
  ) {
    this.#size = size;
    this.#texts = texts;
    this.#places = new PlaceLists(
      texts.all.map((text) => placesOf.get(text) ?? []),
      size,
    );
    this.#words = new SortedWords(textsOf.keys());
    this.#joined = [BETWEEN, ...this.#words.all.map((word) => word + BETWEEN)].join('');
    this.#starts = new Uint32Array(textsOf.size);
    let at = BETWEEN.length;
    for (const [index, word] of this.#words.all.entries()) {
      this.#starts[index] = at;
      at += word.length + BETWEEN.length;
    }
    this.#textsOf = new Lists(this.#words.all.map((word) => textsOf.get(word) ?? []));
    this.#marks = new Uint8Array(texts.all.length);
  }

  /** Made of the text of each place, a text a step. */
  static *of(all: readonly string[]): Generator<void, TextField> {
    const placesOf = new Map<string, number[]>();
    for (const [place, text] of all.entries()) noteAt(placesOf, text, place);
    yield;
    const texts = new SortedWords(placesOf.keys());
    const textsOf = new Map<string, number[]>();
    for (const [index, text] of texts.all.entries()) {
      for (const word of new Set(text.split(/\s+/))) if (word !== '') noteAt(textsOf, word, index);
      yield;
    }
    return new TextField(texts, placesOf, textsOf, all.length);
  }

  /** Whose text is this one. */
  equal(text: string): Places | undefined {
    const index = this.#texts.indexOf(text);
    return index === undefined ? undefined : this.#places.unite([index]);
  }

  /** Whose text begins so. */
  begun(text: string): Places | undefined {
    return this.#places.unite(this.#texts.begun(text));
  }

  /** Whose text holds this one, which has no space at its ends. */
  holding(text: string): Places | undefined {
    const words = text.split(/\s+/);
    return words.length > 1
      ? this.#places.unite(this.#holdingAll(text, words))
      : this.#holdingWord(text);
  }

  #holdingWord(word: string): Places | undefined {
    const words = this.#wordsWith(word);
    if (words.length === 0) return undefined;
    const places = noPlaces(this.#size);
    for (const index of words) {
      this.#textsOf.visit(index, (text) => this.#places.addTo(places, text));
    }
    return places;
  }

  /**
   * A text that holds several words has the first one at the end of one of its own, the last one at the beginning of
   * one, and those between whole. Those that have are compared.
   */
  #holdingAll(text: string, words: readonly string[]): readonly number[] {
    const asked: { readonly found: readonly number[]; readonly count: number }[] = [];
    // The first word alone has to be looked for in all.
    for (let at = words.length - 1; at >= 0; at -= 1) {
      const word = words[at] ?? '';
      const found =
        at === 0
          ? this.#wordsWith(word + BETWEEN)
          : at === words.length - 1
            ? this.#words.begun(word)
            : [this.#words.indexOf(word) ?? []].flat();
      if (found.length === 0) return [];
      asked.push({
        found,
        count: found.reduce((sum, each) => sum + this.#textsOf.lengthOf(each), 0),
      });
    }
    asked.sort((one, other) => one.count - other.count);
    return this.#common(asked).filter((index) => this.#texts.all[index]!.includes(text));
  }

  /** The texts that have a word of each; some that have not, where to look would cost more than to compare. */
  #common(
    asked: readonly { readonly found: readonly number[]; readonly count: number }[],
  ): number[] {
    let texts: number[] = [];
    for (const [index, { found, count }] of asked.entries()) {
      if (index > 0 && count > texts.length * LOOKS) break;
      const left: number[] = [];
      for (const word of found) {
        this.#textsOf.visit(word, (text) => {
          if (this.#marks[text] !== index) return;
          this.#marks[text] = index + 1;
          left.push(text);
        });
      }
      for (const text of texts) if (this.#marks[text] === index) this.#marks[text] = 0;
      texts = left;
    }
    for (const text of texts) this.#marks[text] = 0;
    return texts;
  }

  /** All words that hold this; with a separator at its end, those that end so. */
  #wordsWith(asked: string): number[] {
    const found: number[] = [];
    let at = this.#joined.indexOf(asked);
    while (at !== -1) {
      const index = lastNotAfter(this.#starts, at);
      found.push(index);
      // On with the next word: in this one it may stand again.
      const next = this.#starts[index + 1];
      if (next === undefined) break;
      at = this.#joined.indexOf(asked, next);
    }
    return found;
  }
}

/** The index of the last of these numbers, in order, that is not greater. */
function lastNotAfter(numbers: Uint32Array, most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
