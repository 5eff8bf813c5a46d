/**
 * The set of services is a bit vector. A service's place is its position among all services sorted by title, so
 * iterating visits equally ranked services in display order.
 */
export type PositionSet = Int32Array;

export function createPositionSet(size: number): PositionSet {
  return new Int32Array((size + 31) >>> 5);
}

export function addPosition(positions: PositionSet, place: number): void {
  positions[place >>> 5]! |= 1 << place;
}

export function hasPosition(positions: PositionSet, place: number): boolean {
  return (positions[place >>> 5]! & (1 << place)) !== 0;
}

export function addPositions(positions: PositionSet, others: PositionSet): void {
  for (let index = 0; index < positions.length; index += 1) positions[index]! |= others[index]!;
}

export function retainPositions(positions: PositionSet, others: PositionSet): void {
  for (let index = 0; index < positions.length; index += 1) positions[index]! &= others[index]!;
}

export function removePositions(positions: PositionSet, others: PositionSet): void {
  for (let index = 0; index < positions.length; index += 1) positions[index]! &= ~others[index]!;
}

export function hasPositions(positions: PositionSet): boolean {
  for (let index = 0; index < positions.length; index += 1) if (positions[index] !== 0) return true;
  return false;
}

/** Visits each place in order until `visit` returns true. */
export function visitPositions(
  positions: PositionSet,
  visit: (place: number) => boolean | void,
): void {
  for (let index = 0; index < positions.length; index += 1) {
    if (visitBits(positions[index]!, index << 5, visit)) return;
  }
}

/** Visits the places of one 32-bit word, which begins at `from`. Returns true when `visit` ended the iteration. */
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

/**
 * The lists are stored in a single array, because ten thousand small arrays would burden the garbage collector more
 * than any search does.
 */
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

/** A list that would need more memory than a bit vector is stored as one, whose union takes constant time. */
export class PlaceLists {
  readonly #size: number;
  readonly #few: Lists;
  readonly #many = new Map<number, PositionSet>();

  /** `size` is the total number of places. */
  constructor(lists: readonly (readonly number[])[], size: number) {
    this.#size = size;
    const most = createPositionSet(size).length;
    for (const [index, list] of lists.entries()) {
      if (list.length <= most) continue;
      const positions = createPositionSet(size);
      for (const place of list) addPosition(positions, place);
      this.#many.set(index, positions);
    }
    this.#few = new Lists(lists.map((list, index) => (this.#many.has(index) ? [] : list)));
  }

  /** Returns undefined for no lists. */
  unite(indexes: readonly number[]): PositionSet | undefined {
    if (indexes.length === 0) return undefined;
    const positions = createPositionSet(this.#size);
    for (const index of indexes) this.addTo(positions, index);
    return positions;
  }

  addTo(positions: PositionSet, index: number): void {
    const many = this.#many.get(index);
    if (many) addPositions(positions, many);
    else this.#few.visit(index, (place) => addPosition(positions, place));
  }
}

interface Offered {
  readonly place: number;
  readonly score: number;
}

/** Keeps the highest scores. Places are offered in order, and among equal scores the first ones win. */
export class Best {
  readonly #most: number;
  /** The array is sorted once it is full. */
  readonly #best: Offered[] = [];

  constructor(most: number) {
    this.#most = most;
  }

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

  get positions(): number[] {
    this.#sort();
    return this.#best.map(({ place }) => place);
  }

  #sort(): void {
    this.#best.sort((one, other) => other.score - one.score || one.place - other.place);
  }
}
