import { PlaceLists, type PositionSet } from './position-set.ts';

/** Words with the same prefix are adjacent. */
export class SortedWords {
  readonly all: readonly string[];

  constructor(words: Iterable<string>) {
    this.all = [...words].sort();
  }

  indexOf(word: string): number | undefined {
    const index = this.#firstFrom(word);
    return this.all[index] === word ? index : undefined;
  }

  begun(text: string): number[] {
    const found: number[] = [];
    for (let index = this.#firstFrom(text); index < this.all.length; index += 1) {
      if (!this.all[index]!.startsWith(text)) break;
      found.push(index);
    }
    return found;
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The index covers the words of one field of all services. Words consist of letters and digits only. */
export class BegunWords {
  readonly #words: SortedWords;
  readonly #positions: PlaceLists;

  private constructor(size: number, positionsOf: ReadonlyMap<string, readonly number[]>) {
    this.#words = new SortedWords(positionsOf.keys());
    this.#positions = new PlaceLists(
      this.#words.all.map((word) => positionsOf.get(word) ?? []),
      size,
    );
  }

  /** Each place is a step of the generator. */
  static *of(all: Iterable<readonly string[]>): Generator<void, BegunWords> {
    const positionsOf = new Map<string, number[]>();
    let place = 0;
    for (const words of all) {
      for (const word of new Set(words)) noteAt(positionsOf, word, place);
      place += 1;
      yield;
    }
    return new BegunWords(place, positionsOf);
  }

  /** Returns the services with this word, or with a word that begins so if `isWhole` is false. */
  holding(word: string, isWhole: boolean): PositionSet | undefined {
    const whole = isWhole ? this.#words.indexOf(word) : undefined;
    const found = isWhole ? [whole ?? []].flat() : this.#words.begun(word);
    return this.#positions.unite(found);
  }
}

export function noteAt(lists: Map<string, number[]>, name: string, number: number): void {
  const list = lists.get(name);
  if (list) list.push(number);
  else lists.set(name, [number]);
}
