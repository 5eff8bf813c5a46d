/**
 * Some of the services of a catalogue, a bit for each. A service's place is where it stands among all by title, so
 * that equals are met in the order in which they are shown.
 */
export type Places = Int32Array;

export function noPlaces(size: number): Places {
  return new Int32Array((size + 31) >>> 5);
}

export function addPlace(places: Places, place: number): void {
  places[place >>> 5]! |= 1 << place;
}

export function hasPlace(places: Places, place: number): boolean {
  return (places[place >>> 5]! & (1 << place)) !== 0;
}

export function addPlaces(places: Places, others: Places): void {
  for (let index = 0; index < places.length; index += 1) places[index]! |= others[index]!;
}

export function keepPlaces(places: Places, others: Places): void {
  for (let index = 0; index < places.length; index += 1) places[index]! &= others[index]!;
}

export function takePlaces(places: Places, others: Places): void {
  for (let index = 0; index < places.length; index += 1) places[index]! &= ~others[index]!;
}

export function hasPlaces(places: Places): boolean {
  for (let index = 0; index < places.length; index += 1) if (places[index] !== 0) return true;
  return false;
}

/** Tells each, in order, until `visit` answers true. */
export function visitPlaces(places: Places, visit: (place: number) => boolean | void): void {
  for (let index = 0; index < places.length; index += 1) {
    if (visitBits(places[index]!, index << 5, visit)) return;
  }
}

/** The same of 32 of them, the first of which is `from`; whether it ended early. */
export function visitBits(
  bits: number,
  from: number,
  visit: (place: number) => boolean | void,
): boolean {
  for (let left = bits; left !== 0; left &= left - 1) {
    if (visit(from + 31 - Math.clz32(left & -left)) === true) return true;
  }
  return false;
}

/** Lists of numbers that lie in one array: ten thousand small arrays would cost the collector more than any search. */
export class Lists {
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.#starts = new Uint32Array(lists.length + 1);
    let total = 0;
    for (const [index, list] of lists.entries()) this.#starts[index + 1] = total += list.length;
    this.#numbers = new Uint32Array(total);
    for (const [index, list] of lists.entries()) this.#numbers.set(list, this.#starts[index]);
  }

  lengthOf(index: number): number {
    return this.#starts[index + 1]! - this.#starts[index]!;
  }

  visit(index: number, visit: (number: number) => void): void {
    const end = this.#starts[index + 1]!;
    for (let at = this.#starts[index]!; at < end; at += 1) visit(this.#numbers[at]!);
  }
}

/** Lists of places. Those that would take more room than a set are one: to add it costs the same, however many. */
export class PlaceLists {
  readonly #size: number;
  readonly #few: Lists;
  readonly #many = new Map<number, Places>();

  /** Of `size` places. */
  constructor(lists: readonly (readonly number[])[], size: number) {
    this.#size = size;
    const most = noPlaces(size).length;
    for (const [index, list] of lists.entries()) {
      if (list.length <= most) continue;
      const places = noPlaces(size);
      for (const place of list) addPlace(places, place);
      this.#many.set(index, places);
    }
    this.#few = new Lists(lists.map((list, index) => (this.#many.has(index) ? [] : list)));
  }

  /** The places that stand in any of these lists; undefined where there is none. */
  unite(indexes: readonly number[]): Places | undefined {
    if (indexes.length === 0) return undefined;
    const places = noPlaces(this.#size);
    for (const index of indexes) this.addTo(places, index);
    return places;
  }

  addTo(places: Places, index: number): void {
    const many = this.#many.get(index);
    if (many) addPlaces(places, many);
    else this.#few.visit(index, (place) => addPlace(places, place));
  }
}

interface Offered {
  readonly place: number;
  readonly score: number;
}

/** The best of what is offered in the order of places: of equals the first ones. */
export class Best {
  readonly #most: number;
  /** In order once there are enough. */
  readonly #best: Offered[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether one of such a score would not be among them. */
  isAbove(score: number): boolean {
    return this.#best.length === this.#most && score <= this.#best[this.#most - 1]!.score;
  }

  offer(place: number, score: number): void {
    const best = this.#best;
    if (this.isAbove(score)) return;
    if (best.length < this.#most) {
      best.push({ place, score });
      if (best.length === this.#most) this.#sort();
      return;
    }
    const at = best.findIndex((other) => other.score < score);
    best.splice(at, 0, { place, score });
    best.pop();
  }

  get places(): number[] {
    this.#sort();
    return this.#best.map(({ place }) => place);
  }

  #sort(): void {
    this.#best.sort((one, other) => other.score - one.score || one.place - other.place);
  }
}
