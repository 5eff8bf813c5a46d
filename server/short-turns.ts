/** As long as thirty pages from memory take; hardly any turn of the loop has so much of it. */
const BUDGET_MS = 0.5;

/**
 * Does short pieces of work at once while there are few of them. What goes beyond the budget of one turn of
 * the event loop waits for the next turn, in order, so that between them everybody else has one: a
 * message passes through several turns, and a crowd of cheap requests would make each of them long.
 */
export class ShortTurns {
  readonly #waiting: (() => void)[] = [];
  /** When this turn's work began; undefined where there was none. */
  #began: number | undefined;

  /** What throws is the caller's: it must not stop the others. */
  run(work: () => void): void {
    if (this.#began === undefined) {
      this.#began = performance.now();
      setImmediate(() => this.#nextTurn());
    } else if (this.#waiting.length > 0 || performance.now() - this.#began >= BUDGET_MS) {
      this.#waiting.push(work);
      return;
    }
    work();
  }

  #nextTurn(): void {
    this.#began = undefined;
    if (this.#waiting.length === 0) return;
    this.#began = performance.now();
    setImmediate(() => this.#nextTurn());
    let done = 0;
    do {
      this.#waiting[done]?.();
      done += 1;
    } while (done < this.#waiting.length && performance.now() - this.#began < BUDGET_MS);
    this.#waiting.splice(0, done);
  }
}
