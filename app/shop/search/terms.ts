import type { Conditions } from './read-conditions.ts';
import type { SearchItem } from './search.ts';
import { addPlace, keepPlaces, noPlaces, takePlaces, type Places } from './places.ts';

export class Terms {
  readonly #prices: InOrder;
  readonly #days: InOrder;
  readonly #items: readonly SearchItem[];

  /** `items` are sorted by place, `cheapest` are all places sorted by price. */
  constructor(items: readonly SearchItem[], cheapest: readonly number[]) {
    this.#items = items;
    this.#prices = new InOrder(
      items.map(({ price }) => price),
      cheapest,
    );
    const days = items.map((item) => item.days);
    const soonest = cheapest.toSorted((one, other) => (days[one] ?? 0) - (days[other] ?? 0));
    this.#days = new InOrder(days, soonest);
  }

  cheapest(conditions: Conditions, most: number, others: ReadonlySet<number>): number[] {
    const { minPrice = 0, maxPrice = Infinity, maxDays = Infinity } = conditions;
    const found: number[] = [];
    const end = this.#prices.countUpTo(maxPrice);
    for (let at = this.#prices.countBelow(minPrice); at < end; at += 1) {
      const place = this.#prices.places[at]!;
      const isSoon = maxDays === Infinity || (this.#items[place]?.days ?? Infinity) <= maxDays;
      if (!isSoon || others.has(place)) continue;
      found.push(place);
      if (found.length === most) break;
    }
    return found;
  }

  within({ minPrice = 0, maxPrice = Infinity, maxDays }: Conditions): Places {
    const within = this.#prices.first(this.#prices.countUpTo(maxPrice));
    const tooCheap = this.#prices.countBelow(minPrice);
    if (tooCheap > 0) takePlaces(within, this.#prices.first(tooCheap));
    // A service without a stated delivery time never counts as soon enough.
    if (maxDays !== undefined) keepPlaces(within, this.#days.first(this.#days.countUpTo(maxDays)));
    return within;
  }
}

/** Prefix sets are stored at this interval. The rest of a prefix is added one by one. */
const STEP = 64;

/** Any prefix of the sorted services is available as a set at the cost of at most `STEP` additions. */
class InOrder {
  readonly places: Uint32Array;
  readonly #values: Float64Array;
  readonly #before: readonly Places[];

  /** `values` are indexed by place, `order` are all places sorted by value. */
  constructor(values: readonly (number | undefined)[], order: readonly number[]) {
    this.places = Uint32Array.from(order.filter((place) => values[place] !== undefined));
    this.#values = Float64Array.from(this.places, (place) => values[place] ?? 0);
    const places = noPlaces(values.length);
    const before: Places[] = [];
    for (const [at, place] of this.places.entries()) {
      if (at % STEP === 0) before.push(places.slice());
      addPlace(places, place);
    }
    this.#before = [...before, places];
  }

  first(count: number): Places {
    const known = Math.floor(count / STEP);
    const places = this.#before[Math.min(known, this.#before.length - 1)]!.slice();
    for (let at = known * STEP; at < count; at += 1) addPlace(places, this.places[at]!);
    return places;
  }

  countBelow(value: number): number {
    return this.#count((other) => other < value);
  }

  countUpTo(value: number): number {
    return this.#count((other) => other <= value);
  }

  #count(isBefore: (value: number) => boolean): number {
    let low = 0;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#values[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
