import type { Clock } from './clock.ts';

/** A value with its expiry; without `until` the value is valid until `forget` is called. */
export interface Reading<T> {
  readonly value: T;
  readonly until?: Date;
}

interface Kept<T> {
  readonly value: T;
  readonly from: number;
  readonly until: number;
}

/**
 * Caches a value that is read more often than it changes. Concurrent callers share one read. After
 * `forget`, no caller gets a value that was read before.
 */
export class Remembered<T> {
  readonly #read: () => Promise<Reading<T>>;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  #kept: Kept<T> | undefined;
  #underWay: Promise<T> | undefined;

  /** `maxAgeMs` limits the damage of a lost notification. */
  constructor(read: () => Promise<Reading<T>>, clock: Clock, maxAgeMs: number) {
    this.#read = read;
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  get current(): T | undefined {
    const kept = this.#kept;
    if (!kept) return undefined;
    const now = this.#clock.now().getTime();
    // After the clock was set back, a value read at a later time may be stale.
    return kept.from <= now && now < kept.until ? kept.value : undefined;
  }

  /** Returns the cached value or reads it. A rejected read is not cached. */
  async read(): Promise<T> {
    return this.current ?? (this.#underWay ??= this.#begin());
  }

  forget(): void {
    this.#kept = undefined;
    this.#underWay = undefined;
  }

  #begin(): Promise<T> {
    const from = this.#clock.now().getTime();
    const reading = this.#read().then(
      ({ value, until }) => {
        // After `forget`, the value still serves the callers that asked before.
        if (this.#underWay !== reading) return value;
        const byItself = until?.getTime() ?? Infinity;
        this.#kept = { value, from, until: Math.min(byItself, from + this.#maxAgeMs) };
        this.#underWay = undefined;
        return value;
      },
      (error: unknown) => {
        if (this.#underWay === reading) this.#underWay = undefined;
        throw error;
      },
    );
    return reading;
  }
}
