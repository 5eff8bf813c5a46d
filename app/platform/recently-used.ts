/** Keeps what was used lately: of more than `most` the one that was longest not used makes room. */
export class RecentlyUsed<K, V> {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #known = new Map<K, V>();
  /**
   * Goes on where it stopped: a map keeps the places of what was deleted until it is made anew, and to look
   * for the first from the beginning costs all of them each time (5 µs among 10,000, 40 among 50,000).
   */
  #oldest = this.#known.keys();
  #putsSinceAnew = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Without its being used. */
  find(key: K): V | undefined {
    return this.#known.get(key);
  }

  /** Uses it, made if it has to be. */
  get(key: K, make: () => V): V {
    const value = this.#known.get(key) ?? make();
    this.put(key, value);
    return value;
  }

  put(key: K, value: V): void {
    this.#known.delete(key);
    this.#known.set(key, value);
    // An iterator that stands still holds every table that the map has left behind since.
    if (++this.#putsSinceAnew > this.#most) this.#beginAnew();
    if (this.#known.size > this.#most) this.#known.delete(this.#nextOldest());
  }

  drop(key: K): void {
    this.#known.delete(key);
  }

  dropWhere(isOver: (value: V) => boolean): void {
    for (const [key, value] of this.#known) if (isOver(value)) this.#known.delete(key);
  }

  /** There is one: all that it passed by is deleted, or was used again and stands further on. */
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
