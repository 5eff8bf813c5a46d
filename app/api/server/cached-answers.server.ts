import type { Clock } from '../../platform/clock.ts';

export interface ApiAnswer {
  readonly text: string;
  readonly etag: string;
  readonly link: string | undefined;
}

/** Ten times the size of all pages of the catalogue. */
const MAX_CHARACTERS = 4_000_000;

/** The response cache, by path and query. It is dropped when a review or a setting changes. */
export class CachedAnswers {
  readonly #answers = new Map<string, ApiAnswer>();
  #characters = 0;
  #revision = 0;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  #since = 0;

  /** `maxAgeMs` limits how long a lost notification leaves stale responses, as in the page cache. */
  constructor(clock: Clock, maxAgeMs: number) {
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Changes whenever the cache is dropped. Data that was read before must not be cached afterwards. */
  get revision(): number {
    return this.#revision;
  }

  get(address: string): ApiAnswer | undefined {
    const age = this.#clock.now().getTime() - this.#since;
    if (this.#answers.size > 0 && (age < 0 || age >= this.#maxAgeMs)) this.drop();
    return this.#answers.get(address);
  }

  /** Caches a response unless the cache was dropped since `revision`. Evicts the oldest entries if it is full. */
  put(address: string, answer: ApiAnswer, revision: number): void {
    if (revision !== this.#revision || this.#answers.has(address)) return;
    if (this.#answers.size === 0) this.#since = this.#clock.now().getTime();
    this.#answers.set(address, answer);
    this.#characters += address.length + answer.text.length;
    for (const [oldest, { text }] of this.#answers) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#answers.delete(oldest);
      this.#characters -= oldest.length + text.length;
    }
  }

  drop(): void {
    this.#revision += 1;
    this.#answers.clear();
    this.#characters = 0;
  }
}
