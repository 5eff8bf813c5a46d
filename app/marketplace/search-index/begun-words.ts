import { PlaceLists, type Places } from './places.ts';
import { SortedWords } from './sorted-words.ts';

/** The words of one field of all services, letters and digits alone: whose text has one that begins so. */
export class BegunWords {
  readonly #words: SortedWords;
  /** Of each word, the services. */
  readonly #places: PlaceLists;

  private constructor(size: number, placesOf: ReadonlyMap<string, readonly number[]>) {
    this.#words = new SortedWords(placesOf.keys());
    this.#places = new PlaceLists(
      this.#words.all.map((word) => placesOf.get(word) ?? []),
      size,
    );
  }

  /** Made of the words of each place, a place a step. */
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

  /** Who has this word, or where `isWhole` is false one that begins so. */
  holding(word: string, isWhole: boolean): Places | undefined {
    const whole = isWhole ? this.#words.indexOf(word) : undefined;
    const found = isWhole ? [whole ?? []].flat() : this.#words.begun(word);
    return this.#places.unite(found);
  }
}

/** Adds a number to the list under a name. */
export function noteAt(lists: Map<string, number[]>, name: string, number: number): void {
  const list = lists.get(name);
  if (list) list.push(number);
  else lists.set(name, [number]);
}
