import { setTimeout as wait } from 'node:timers/promises';
import { withoutPersons } from '../log-error.server.ts';
import type { ChangeHost } from './change.server.ts';
import { claimEntry, findDueLanes, releaseEntry, settleEntry } from './claim.server.ts';
import type { Entry, Outcome, OutboxKind } from './kind.ts';

/** What the metrics count, by kind. */
export type OutboxEvent = 'attempt' | 'done' | 'failed';

export interface OutboxWorkerOptions extends ChangeHost {
  readonly kinds: readonly OutboxKind[];
  readonly report?: (kind: string, event: OutboxEvent) => void;
}

/** What is committed close together is looked for together. */
const NUDGE_DELAY_MS = 50;
/** What is called off has so long to say so; afterwards it is given back over its head. */
const CALL_OFF_MS = 500;

/**
 * Works the outbox off. Each lane has a few places of its own, so that what hangs holds up nothing
 * but its own lane, and a process holds no more than all places together, however much is due.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #kinds: ReadonlyMap<string, OutboxKind>;
  readonly #ending = new AbortController();
  /** By kind: how many places of each lane are taken. */
  readonly #lanes = new Map<string, Map<string, number>>();
  readonly #places = new Set<Promise<void>>();
  /** Until what came of it is noted: not taken twice, though the clock jumps past its lease. */
  readonly #taken = new Set<string>();
  /** What is being tried this moment, by id. */
  readonly #underWay = new Map<string, Entry>();
  #nudged: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWanted = false;
  /** Counts what may have brought something: a place that found nothing looks again after one. */
  #news = 0;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  }

  /** Something was just committed: do not wait for the next round. */
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

  /** Opens places for what is due. One statement, which finds nothing in an index mostly. */
  look(): Promise<void> {
    // The look that is under way may have asked before the commit that this one is for.
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#places.size > 0) await Promise.all(this.#places);
  }

  /** Ends within a second, however long a receiver hangs: what is under way is given back. */
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
    // Whoever works on a lane already takes what came there; a free place of it looks as well.
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
      // Thousands due in one lane hide the others: they are asked for again without it.
      if (opened === 0) return;
    }
  }

  #lanesOf(kind: string): Map<string, number> {
    const known = this.#lanes.get(kind) ?? new Map<string, number>();
    this.#lanes.set(kind, known);
    return known;
  }

  /** Takes one more place of a lane, if it has one left. */
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
        // Another lane may have waited for this one's place.
        if (hadWork && left === 0) this.nudge();
      });
    this.#places.add(place);
  }

  /** One place of a lane: an entry after the other, until none is due. True when there was one. */
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
            // Where there was one there may be more.
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
    // Its last try ended with the process that made it.
    if (entry.attempts > kind.retryAfterMs.length + 1) {
      const error = 'The last try was not finished.';
      return this.#settle(kind, entry, { result: 'failed', error });
    }
    this.#underWay.set(entry.id, entry);
    report(kind.name, 'attempt');
    const outcome = await this.#try(kind, entry);
    // Otherwise it was given back meanwhile, because the process ends.
    if (!this.#underWay.delete(entry.id)) return;
    if (outcome) await this.#settle(kind, entry, outcome);
    else await releaseEntry(db, entry, clock.now());
  }

  /** Undefined when it was called off. */
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
