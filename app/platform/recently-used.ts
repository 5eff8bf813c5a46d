/** Keeps what was asked for lately: of more than `most` the one that was longest not asked for makes room. */
export class RecentlyUsed<K, V> {
  readonly #most: number;
  readonly #known = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K, make: () => V): V {
    const before = this.#known.get(key);
    if (before !== undefined) this.#known.delete(key);
    const value = before ?? make();
    this.#known.set(key, value);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
    return value;
  }
}
