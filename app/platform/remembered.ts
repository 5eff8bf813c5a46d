import type { Clock } from './clock.ts';

/** What was read, and until when it is true by itself; without a time until somebody says otherwise. */
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
 * Something that is asked for far more often than it changes. It is read when it is asked for and not
 * known, once for all who ask meanwhile, and known until its time is over or somebody says that it
 * changed: whoever asks after that is never given what was read before.
 */
export class Remembered<T> {
  readonly #read: () => Promise<Reading<T>>;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  #kept: Kept<T> | undefined;
  #underWay: Promise<T> | undefined;

  /** `maxAgeMs` bounds what a word that was lost may cost. */
  constructor(read: () => Promise<Reading<T>>, clock: Clock, maxAgeMs: number) {
    this.#read = read;
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  /** What is known; undefined when it has to be read. */
  get current(): T | undefined {
    const kept = this.#kept;
    if (!kept) return undefined;
    const now = this.#clock.now().getTime();
    // A clock that was set back proves nothing about what was read after its new time.
    return kept.from <= now && now < kept.until ? kept.value : undefined;
  }

  /** What is known, or is read now. Rejects as the reading does; the next to ask tries again. */
  async read(): Promise<T> {
    return this.current ?? (this.#underWay ??= this.#begin());
  }

  /** It is not true any more, or may not be. */
  forget(): void {
    this.#kept = undefined;
    this.#underWay = undefined;
  }

  #begin(): Promise<T> {
    const from = this.#clock.now().getTime();
    const reading = this.#read().then(
      ({ value, until }) => {
        // Somebody may have said meanwhile that it changed: then it was read for those who asked before.
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
