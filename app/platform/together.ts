import { setImmediate } from 'node:timers/promises';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches single questions into one query: those asked in the same turn of the event loop, and then
 * those that arrived while the previous query ran. No answer was read before its question was
 * asked.
 */
export class Together<Question, Answer> {
  readonly #readAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #atOnce: number;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #isReading = false;

  /**
   * `readAll` returns one answer for each question, in order, and gets at most `atOnce` questions.
   */
  constructor(
    readAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    atOnce: number,
  ) {
    this.#readAll = readAll;
    this.#atOnce = atOnce;
  }

  /** Rejects when the query fails, together with the other questions of the batch. */
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

/** Shares one batch among all callers that query the same store. */
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
