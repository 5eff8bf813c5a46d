import type { Clock } from '../../platform/clock.ts';

/** So many failures in a row, and nobody waits for the next one. */
const FAILURES = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Spares people the wait for an endpoint that is away. After a few failures it is asked again once
 * each pause, and the pauses grow; the first answer ends it.
 */
export class Circuit {
  readonly #clock: Clock;
  #failures = 0;
  #since: Date | undefined;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Since when nobody answered, and when it is tried again; undefined while it may be asked. */
  get pause(): { readonly since: Date; readonly until: Date } | undefined {
    if (this.#failures < FAILURES || !this.#since) return undefined;
    if (this.#clock.now().getTime() >= this.#nextAt) return undefined;
    return { since: this.#since, until: new Date(this.#nextAt) };
  }

  /** Whoever asks after a pause asks alone: the others wait for what comes of it. */
  begin(): void {
    if (this.#failures >= FAILURES) this.#pause();
  }

  succeeded(): void {
    this.#failures = 0;
    this.#since = undefined;
  }

  failed(): void {
    this.#since ??= this.#clock.now();
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#pause();
  }

  #pause(): void {
    const pause = FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - FAILURES, 10);
    this.#nextAt = this.#clock.now().getTime() + Math.min(pause, LONGEST_PAUSE_MS);
  }
}
