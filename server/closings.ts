/**
 * Which rooms were closed a moment ago. A socket whose handshake is under way is not yet among those
 * that can be closed: when it arrives, it is asked whether one of its rooms was closed meanwhile.
 */
export class Closings {
  readonly #rememberMs: number;
  readonly #closedAt = new Map<string, number>();

  /** `rememberMs` is longer than any handshake takes. */
  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  note(rooms: readonly string[]): void {
    const now = performance.now();
    for (const room of rooms) {
      // Deleting first keeps the map in the order of time.
      this.#closedAt.delete(room);
      this.#closedAt.set(room, now);
    }
    for (const [room, at] of this.#closedAt) {
      if (now - at <= this.#rememberMs) break;
      this.#closedAt.delete(room);
    }
  }

  /** Whether one of these rooms was closed since then, by `performance.now()`. */
  wereSince(since: number, rooms: Iterable<string>): boolean {
    return [...rooms].some((room) => (this.#closedAt.get(room) ?? -Infinity) >= since);
  }
}
