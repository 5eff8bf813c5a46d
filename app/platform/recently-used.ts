/** An LRU cache of at most `most` entries. */
export class RecentlyUsed<K, V> {
  readonly #most: number;
  readonly #known = new Map<K, V>();
  /**
   * A persistent iterator. A map keeps deleted slots until it rehashes, and a new iterator skips
   * all of them each time (5 µs with 10,000 entries, 40 µs with 50,000).
   */
  #oldest = this.#known.keys();
  #putsSinceAnew = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Does not count as a use. */
  find(key: K): V | undefined {
    return this.#known.get(key);
  }

  /** Returns the entry, or creates it; counts as a use. */
  get(key: K, make: () => V): V {
    const value = this.#known.get(key) ?? make();
    this.put(key, value);
    return value;
  }

  put(key: K, value: V): void {
    this.#known.delete(key);
    this.#known.set(key, value);
    // An idle iterator keeps alive every hash table that the map has replaced since.
    if (++this.#putsSinceAnew > this.#most) this.#beginAnew();
    if (this.#known.size > this.#most) this.#known.delete(this.#nextOldest());
  }

  drop(key: K): void {
    this.#known.delete(key);
  }

  dropWhere(isOver: (value: V) => boolean): void {
    for (const [key, value] of this.#known) if (isOver(value)) this.#known.delete(key);
  }

  /**
   * An entry always exists: the iterator has passed only deleted keys and keys that were moved to
   * the end.
   */
  #nextOldest(): K {
    const next = this.#oldest.next();
    if (!next.done) return next.value;
    this.#beginAnew();
    return this.#oldest.next().value!;
  }

  #beginAnew(): void {
    this.#oldest = this.#known.keys();
    this.#putsSinceAnew = 0;
  }
}
