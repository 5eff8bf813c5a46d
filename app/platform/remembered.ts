import type { Clock } from './clock.ts';

/** A value with its expiry; without `until` the value is valid until `forget` is called. */
export interface Reading<T> {
  readonly value: T;
  readonly until?: Date;
}

interface Cached<T> {
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
  #cached: Cached<T> | undefined;
  #inProgress: Promise<T> | undefined;

  /** `maxAgeMs` limits the damage of a lost notification. */
  constructor(read: () => Promise<Reading<T>>, clock: Clock, maxAgeMs: number) {
    this.#read = read;
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  get current(): T | undefined {
    const cached = this.#cached;
    if (!cached) return undefined;
    const now = this.#clock.now().getTime();
    // After the clock was set back, a value read at a later time may be stale.
    return cached.from <= now && now < cached.until ? cached.value : undefined;
  }

  /** Returns the cached value or reads it. A rejected read is not cached. */
  async read(): Promise<T> {
    return this.current ?? (this.#inProgress ??= this.#begin());
  }

  forget(): void {
    this.#cached = undefined;
    this.#inProgress = undefined;
  }

  #begin(): Promise<T> {
    const from = this.#clock.now().getTime();
    const reading = this.#read().then(
      ({ value, until }) => {
        // After `forget`, the value still serves the callers that asked before.
        if (this.#inProgress !== reading) return value;
        const byItself = until?.getTime() ?? Infinity;
        this.#cached = { value, from, until: Math.min(byItself, from + this.#maxAgeMs) };
        this.#inProgress = undefined;
        return value;
      },
      (error: unknown) => {
        if (this.#inProgress === reading) this.#inProgress = undefined;
        throw error;
      },
    );
    return reading;
  }
}
