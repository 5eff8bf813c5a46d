import { noteAt, SortedWords } from './begun-words.ts';
import { Lists, createPositionSet, PlaceLists, type PositionSet } from './position-set.ts';

/** The separator cannot occur in a word, because words are split at white space. */
const BETWEEN = '\n';
/** Looking up this many texts costs as much as comparing one. */
const LOOKS = 20;

/** The field is in lower case. */
export class TextField {
  readonly #size: number;
  readonly #texts: SortedWords;
  readonly #positions: PlaceLists;
  /** The texts are split at white space. */
  readonly #words: SortedWords;
  /** The words are joined, because searching one long string is faster than searching many short ones. */
  readonly #joined: string;
  readonly #starts: Uint32Array;
  readonly #textsOf: Lists;
  /** Each search reuses this buffer, which counts the query words found in each text. */
  readonly #marks: Uint8Array;

  private constructor(
    texts: SortedWords,
    positionsOf: ReadonlyMap<string, readonly number[]>,
    textsOf: ReadonlyMap<string, readonly number[]>,
    size: number,
  ) {
    this.#size = size;
    this.#texts = texts;
    this.#positions = new PlaceLists(
      texts.all.map((text) => positionsOf.get(text) ?? []),
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

  /** Each text is a step of the generator. */
  static *of(all: readonly string[]): Generator<void, TextField> {
    const positionsOf = new Map<string, number[]>();
    for (const [place, text] of all.entries()) noteAt(positionsOf, text, place);
    yield;
    const texts = new SortedWords(positionsOf.keys());
    const textsOf = new Map<string, number[]>();
    for (const [index, text] of texts.all.entries()) {
      for (const word of new Set(text.split(/\s+/))) if (word !== '') noteAt(textsOf, word, index);
      yield;
    }
    return new TextField(texts, positionsOf, textsOf, all.length);
  }

  equal(text: string): PositionSet | undefined {
    const index = this.#texts.indexOf(text);
    return index === undefined ? undefined : this.#positions.unite([index]);
  }

  begun(text: string): PositionSet | undefined {
    return this.#positions.unite(this.#texts.begun(text));
  }

  /** The text must be trimmed. */
  holding(text: string): PositionSet | undefined {
    const words = text.split(/\s+/);
    return words.length > 1
      ? this.#positions.unite(this.#holdingAll(text, words))
      : this.#holdingWord(text);
  }

  #holdingWord(word: string): PositionSet | undefined {
    const words = this.#wordsWith(word);
    if (words.length === 0) return undefined;
    const positions = createPositionSet(this.#size);
    for (const index of words) {
      this.#textsOf.visit(index, (text) => this.#positions.addTo(positions, text));
    }
    return positions;
  }

  /**
   * A match of several words ends a word with its first one, begins a word with its last one, and contains the
   * words between as whole words. Texts that meet this are compared.
   */
  #holdingAll(text: string, words: readonly string[]): readonly number[] {
    const asked: { readonly found: readonly number[]; readonly count: number }[] = [];
    // Only the first word needs a scan of all words, so it comes last.
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

  /** The result may contain other texts, because the intersection stops when it would cost more than the comparison. */
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

  /** A separator at the end limits the result to words that end so. */
  #wordsWith(asked: string): number[] {
    const found: number[] = [];
    let at = this.#joined.indexOf(asked);
    while (at !== -1) {
      const index = lastNotAfter(this.#starts, at);
      found.push(index);
      // Continues with the next word, because the text may occur twice in one word.
      const next = this.#starts[index + 1];
      if (next === undefined) break;
      at = this.#joined.indexOf(asked, next);
    }
    return found;
  }
}

/** The numbers must be sorted. */
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
