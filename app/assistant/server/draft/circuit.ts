import type { Clock } from '../../../platform/clock.ts';

const FAILURES = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * A circuit breaker: callers do not wait for an endpoint that is down. After several failures, one request
 * probes the endpoint after each pause. Pauses grow, and the first success closes the circuit.
 */
export class Circuit {
  readonly #clock: Clock;
  #failures = 0;
  #since: Date | undefined;
  #nextAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the start of the outage and the time of the next attempt. Returns undefined while requests are
   * allowed.
   */
  get pause(): { readonly since: Date; readonly until: Date } | undefined {
    if (this.#failures < FAILURES || !this.#since) return undefined;
    if (this.#clock.now().getTime() >= this.#nextAt) return undefined;
    return { since: this.#since, until: new Date(this.#nextAt) };
  }

  /**
   * The first caller after a pause probes the endpoint alone, because this starts the next pause for the
   * others.
   */
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
