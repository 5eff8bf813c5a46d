/**
 * Remembers recently closed rooms. A socket in its handshake cannot be closed yet, so after its
 * handshake the server checks whether one of its rooms was closed meanwhile.
 */
export class Closings {
  readonly #rememberMs: number;
  readonly #closedAt = new Map<string, number>();

  /** `rememberMs` must exceed the longest handshake. */
  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  note(rooms: readonly string[]): void {
    const now = performance.now();
    for (const room of rooms) {
      // Deleting first keeps the map ordered by time.
      this.#closedAt.delete(room);
      this.#closedAt.set(room, now);
    }
    for (const [room, at] of this.#closedAt) {
      if (now - at <= this.#rememberMs) break;
      this.#closedAt.delete(room);
    }
  }

  /**
   * Returns true when one of these rooms was closed since then, measured by `performance.now()`.
   */
  wereSince(since: number, rooms: Iterable<string>): boolean {
    return [...rooms].some((room) => (this.#closedAt.get(room) ?? -Infinity) >= since);
  }
}
