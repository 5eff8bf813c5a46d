import type { Clock, Timers } from '../../app/platform/clock.ts';

interface Waiting {
  readonly at: number;
  readonly work: () => void;
}

/** A clock and timers that only move when a test says so. */
export class FakeTime implements Clock, Timers {
  #now: number;
  readonly #waiting = new Set<Waiting>();

  constructor(start = '2026-11-20T10:40:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  after(ms: number, work: () => void): () => void {
    const task = { at: this.#now + ms, work };
    this.#waiting.add(task);
    return () => this.#waiting.delete(task);
  }

  /** Lets time pass; what comes due runs in order, and what it starts settles in between. */
  async advance(ms: number): Promise<void> {
    await settle();
    const until = this.#now + ms;
    for (let next = this.#nextUntil(until); next; next = this.#nextUntil(until)) {
      this.#waiting.delete(next);
      this.#now = next.at;
      next.work();
      await settle();
    }
    this.#now = until;
    await settle();
  }

  #nextUntil(until: number): Waiting | undefined {
    return [...this.#waiting]
      .filter(({ at }) => at <= until)
      .reduce<Waiting | undefined>(
        (first, task) => (!first || task.at < first.at ? task : first),
        undefined,
      );
  }
}

/** Runs every promise that can go on by itself. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resume) => {
      setImmediate(resume);
    });
  }
}
