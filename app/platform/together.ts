import { setImmediate } from 'node:timers/promises';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers what is asked one by one with one query for all that wait together: those that came in the
 * same turn of the loop, and then those that came while the query before was under way. Nobody is given
 * an answer that was read before they asked.
 */
export class Together<Question, Answer> {
  readonly #readAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #atOnce: number;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #isReading = false;

  /** `readAll` gives one answer for each question, in their order, of at most `atOnce` of them. */
  constructor(
    readAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    atOnce: number,
  ) {
    this.#readAll = readAll;
    this.#atOnce = atOnce;
  }

  /** Rejects as the query does, as do all that were asked with it. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (!this.#isReading) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isReading = true;
    await setImmediate();
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, this.#atOnce);
      try {
        const answers = await this.#readAll(together.map(({ question }) => question));
        for (const [index, { resolve }] of together.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isReading = false;
  }
}

/** A reading of a store that is shared by all who ask that store at the same moment. */
export function together<Store extends object, Question, Answer>(
  atOnce: number,
  readAll: (store: Store, questions: readonly Question[]) => Promise<readonly Answer[]>,
): (store: Store, question: Question) => Promise<Answer> {
  const readers = new WeakMap<Store, Together<Question, Answer>>();
  return (store, question) => {
    let reader = readers.get(store);
    if (!reader) {
      reader = new Together((questions) => readAll(store, questions), atOnce);
      readers.set(store, reader);
    }
    return reader.ask(question);
  };
}
