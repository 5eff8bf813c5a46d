import { PlaceLists, type Places } from './places.ts';
import { SortedWords } from './sorted-words.ts';

/** The index covers the words of one field of all services. Words consist of letters and digits only. */
export class BegunWords {
  readonly #words: SortedWords;
  readonly #places: PlaceLists;

  private constructor(size: number, placesOf: ReadonlyMap<string, readonly number[]>) {
    this.#words = new SortedWords(placesOf.keys());
    this.#places = new PlaceLists(
      this.#words.all.map((word) => placesOf.get(word) ?? []),
      size,
    );
  }

  /** Each place is a step of the generator. */
  static *of(all: Iterable<readonly string[]>): Generator<void, BegunWords> {
    const placesOf = new Map<string, number[]>();
    let place = 0;
    for (const words of all) {
      for (const word of new Set(words)) noteAt(placesOf, word, place);
      place += 1;
      yield;
    }
    return new BegunWords(place, placesOf);
  }

  /** Returns the services with this word, or with a word that begins so if `isWhole` is false. */
  holding(word: string, isWhole: boolean): Places | undefined {
    const whole = isWhole ? this.#words.indexOf(word) : undefined;
    const found = isWhole ? [whole ?? []].flat() : this.#words.begun(word);
    return this.#places.unite(found);
  }
}

export function noteAt(lists: Map<string, number[]>, name: string, number: number): void {
  const list = lists.get(name);
  if (list) list.push(number);
  else lists.set(name, [number]);
}
