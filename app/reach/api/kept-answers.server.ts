import type { Clock } from '../../platform/clock.ts';

/** An answer of the API as it is sent to whoever asks without a key. */
export interface ApiAnswer {
  readonly text: string;
  readonly etag: string;
  /** The address of the next page, as the header says it. */
  readonly link: string | undefined;
}

/** The catalogue in all its pages is a tenth of it. */
const MAX_CHARACTERS = 4_000_000;

/** Answers by their path and query, made once until a review or a setting changes. */
export class KeptAnswers {
  readonly #answers = new Map<string, ApiAnswer>();
  #characters = 0;
  #revision = 0;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  #since = 0;

  /** `maxAgeMs` is the bound on what a word that was lost may cost, as for kept pages. */
  constructor(clock: Clock, maxAgeMs: number) {
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Changes when everything is dropped: what was read before that may not be kept. */
  get revision(): number {
    return this.#revision;
  }

  get(address: string): ApiAnswer | undefined {
    const age = this.#clock.now().getTime() - this.#since;
    if (this.#answers.size > 0 && (age < 0 || age >= this.#maxAgeMs)) this.drop();
    return this.#answers.get(address);
  }

  /** Keeps what was made while `revision` was the newest; the oldest make room. */
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
