/** As long as thirty pages from memory take; hardly any turn of the loop has so much of it. */
const BUDGET_MS = 0.5;

/** The least time between two pieces while somebody is in a hurry. */
const HURRIED_MS = 1;

/**
 * Does short pieces of work at once while there are few of them. What goes beyond the budget of one turn of
 * the event loop waits for the next turn, in order, so that between them everybody else has one: a
 * message passes through several turns, and a crowd of cheap requests would make each of them long. While
 * somebody is in a hurry there is one piece a millisecond.
 */
export class ShortTurns {
  readonly #isHurried: () => boolean;
  readonly #waiting: (() => void)[] = [];
  /** When this turn's work began; undefined where there was none. */
  #began: number | undefined;

  constructor(isHurried: () => boolean = () => false) {
    this.#isHurried = isHurried;
  }

  /** What throws is the caller's: it must not stop the others. */
  run(work: () => void): void {
    if (this.#began === undefined) {
      this.#began = performance.now();
      this.#planNextTurn();
    } else if (this.#waiting.length > 0 || this.#isTurnOver(this.#began)) {
      this.#waiting.push(work);
      return;
    }
    work();
  }

  #planNextTurn(): void {
    const next = () => this.#nextTurn();
    if (this.#isHurried()) setTimeout(next, HURRIED_MS);
    else setImmediate(next);
  }

  #nextTurn(): void {
    this.#began = undefined;
    if (this.#waiting.length === 0) return;
    const began = performance.now();
    this.#began = began;
    this.#planNextTurn();
    let done = 0;
    do {
      this.#waiting[done]?.();
      done += 1;
    } while (done < this.#waiting.length && !this.#isTurnOver(began));
    this.#waiting.splice(0, done);
  }

  #isTurnOver(began: number): boolean {
    return this.#isHurried() || performance.now() - began >= BUDGET_MS;
  }
}
