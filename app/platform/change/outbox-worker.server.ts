import { setTimeout as wait } from 'node:timers/promises';
import { withoutPersons } from '../log-error.server.ts';
import type { ChangeHost } from './change.server.ts';
import { claimEntry, findDueLanes, releaseEntry, settleEntry } from './claim.server.ts';
import type { Entry, Outcome, OutboxKind } from './kind.ts';

export type OutboxEvent = 'attempt' | 'done' | 'failed';

export interface OutboxWorkerOptions extends ChangeHost {
  readonly kinds: readonly OutboxKind[];
  readonly report?: (kind: string, event: OutboxEvent) => void;
}

/** Commits in short succession trigger one look at the queue. */
const NUDGE_DELAY_MS = 50;
/**
 * The grace period of aborted jobs; afterwards the process returns them to the queue without
 * waiting.
 */
const CALL_OFF_MS = 500;

/**
 * Processes the job queue. Each concurrency group has its own slots, so that a hanging job blocks
 * only its own group, and the total number of slots bounds the work of a process.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #kinds: ReadonlyMap<string, OutboxKind>;
  readonly #ending = new AbortController();
  readonly #lanes = new Map<string, Map<string, number>>();
  readonly #places = new Set<Promise<void>>();
  /**
   * Jobs whose outcome is not recorded yet. They are not claimed twice, even when the clock jumps
   * past their lease.
   */
  readonly #taken = new Set<string>();
  readonly #underWay = new Map<string, Entry>();
  #nudged: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWanted = false;
  /**
   * Counts the events that may have brought new jobs: a slot that found nothing looks again after
   * one.
   */
  #news = 0;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  }

  nudge(): void {
    this.#news += 1;
    if (this.#nudged || this.#ending.signal.aborted) return;
    this.#nudged = setTimeout(() => {
      this.#nudged = undefined;
      this.look().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'The outbox could not be looked into'),
      );
    }, NUDGE_DELAY_MS);
  }

  /** Opens slots for due jobs. Usually this is one query that finds an empty index. */
  look(): Promise<void> {
    // The current look may have queried before the commit that caused this call.
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async settled(): Promise<void> {
    while (this.#places.size > 0) await Promise.all(this.#places);
  }

  /** Ends within a second, even when a receiver hangs: running jobs go back to the queue. */
  async close(): Promise<void> {
    clearTimeout(this.#nudged);
    this.#ending.abort();
    await this.#looking?.catch(() => {});
    const timer = new AbortController();
    await Promise.race([
      this.settled(),
      wait(CALL_OFF_MS, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    const { db, clock } = this.#options;
    const left = [...this.#underWay.values()];
    this.#underWay.clear();
    await Promise.all(left.map((entry) => releaseEntry(db, entry, clock.now())));
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#ending.signal.aborted) {
      this.#isWanted = false;
      await this.#look();
    }
  }

  async #look(): Promise<void> {
    const { db, clock } = this.#options;
    // The busy slots of a group claim its new jobs; its free slots look as well.
    for (const kind of this.#kinds.values()) {
      for (const lane of this.#lanesOf(kind.name).keys()) this.#open(kind, lane);
    }
    for (;;) {
      const kinds = [...this.#kinds.values()].filter(
        ({ name, lanes }) => this.#lanesOf(name).size < lanes,
      );
      const due = await findDueLanes(db, clock.now(), {
        kinds: kinds.map(({ name }) => name),
        except: kinds.flatMap(({ name }) =>
          [...this.#lanesOf(name).keys()].map((lane) => `${name} ${lane}`),
        ),
      });
      let opened = 0;
      for (const { kind: name, lane } of due) {
        const kind = this.#kinds.get(name);
        if (!kind || this.#ending.signal.aborted) return;
        if (this.#lanesOf(name).size >= kind.lanes) continue;
        this.#open(kind, lane);
        opened += 1;
      }
      // Thousands of due jobs in one group hide the others, so the query is repeated without that
      // group.
      if (opened === 0) return;
    }
  }

  #lanesOf(kind: string): Map<string, number> {
    const known = this.#lanes.get(kind) ?? new Map<string, number>();
    this.#lanes.set(kind, known);
    return known;
  }

  #open(kind: OutboxKind, lane: string): void {
    const lanes = this.#lanesOf(kind.name);
    const taken = lanes.get(lane) ?? 0;
    if (taken >= kind.atOnce || this.#ending.signal.aborted) return;
    lanes.set(lane, taken + 1);
    const place = this.#work(kind, lane)
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, kind: kind.name }, 'The outbox failed');
        return false;
      })
      .then((hadWork) => {
        this.#places.delete(place);
        const left = (lanes.get(lane) ?? 1) - 1;
        if (left > 0) lanes.set(lane, left);
        else lanes.delete(lane);
        // Another group may have waited for this slot.
        if (hadWork && left === 0) this.nudge();
      });
    this.#places.add(place);
  }

  /**
   * Runs one slot of a group: one job after the other until none is due. Returns true when there
   * was one.
   */
  async #work(kind: OutboxKind, lane: string): Promise<boolean> {
    const { db, clock } = this.#options;
    const { signal } = this.#ending;
    let hadWork = false;
    while (!signal.aborted) {
      const news = this.#news;
      const entry = await claimEntry(db, clock.now(), kind, lane, [...this.#taken]);
      if (entry) {
        hadWork = true;
        this.#taken.add(entry.id);
        try {
          if (signal.aborted) await releaseEntry(db, entry, clock.now());
          else {
            // Opens a second slot, because a group with one due job probably has more.
            this.#open(kind, lane);
            await this.#handle(kind, entry);
          }
        } finally {
          this.#taken.delete(entry.id);
        }
      } else if (news === this.#news) return hadWork;
    }
    return hadWork;
  }

  async #handle(kind: OutboxKind, entry: Entry): Promise<void> {
    const { db, clock, report = () => {} } = this.#options;
    // The process died during the last attempt.
    if (entry.attempts > kind.retryAfterMs.length + 1) {
      const error = 'The last try was not finished.';
      return this.#settle(kind, entry, { result: 'failed', error });
    }
    this.#underWay.set(entry.id, entry);
    report(kind.name, 'attempt');
    const outcome = await this.#try(kind, entry);
    // The job is missing when `close` has returned it to the queue meanwhile.
    if (!this.#underWay.delete(entry.id)) return;
    if (outcome) await this.#settle(kind, entry, outcome);
    else await releaseEntry(db, entry, clock.now());
  }

  async #try(kind: OutboxKind, entry: Entry): Promise<Outcome | undefined> {
    const { signal } = this.#ending;
    const about = { kind: kind.name, entry: entry.id, attempts: entry.attempts };
    try {
      const outcome = await kind.deliver(entry, signal);
      if ('error' in outcome) {
        this.#options.log.warn(
          { ...about, error: withoutPersons(outcome.error) },
          'An effect failed',
        );
      }
      return outcome;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#options.log.warn({ ...about, err: error }, 'An effect failed');
      return { result: 'retry', error: messageOf(error) };
    }
  }

  async #settle(kind: OutboxKind, entry: Entry, outcome: Outcome): Promise<void> {
    const { log, report = () => {} } = this.#options;
    const state = await settleEntry(this.#options, kind, entry, outcome);
    if (state === 'done') report(kind.name, 'done');
    if (state === 'failed') {
      report(kind.name, 'failed');
      const about = { kind: kind.name, entry: entry.id, attempts: entry.attempts };
      log.error(about, 'An effect is given up');
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
