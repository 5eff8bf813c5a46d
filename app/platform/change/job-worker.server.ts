import { setTimeout as wait } from 'node:timers/promises';
import { withoutPersons } from '../log.server.ts';
import { inEnglish } from '../speech.server.ts';
import { defineMessages, messageOf } from '../stored-message.ts';
import { t } from '../../i18n/translate.ts';
import type { ChangeContext } from './change.server.ts';
import { claimEntry, findDueGroups, releaseEntry, settleEntry } from './claim.server.ts';
import type { Job, Outcome, JobKind } from './kind.ts';

export type JobEvent = 'attempt' | 'done' | 'failed';

export interface JobWorkerOptions extends ChangeContext {
  readonly kinds: readonly JobKind[];
  readonly report?: (kind: string, event: JobEvent) => void;
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
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #ending = new AbortController();
  readonly #concurrencyGroups = new Map<string, Map<string, number>>();
  readonly #places = new Set<Promise<void>>();
  /**
   * Jobs whose outcome is not recorded yet. They are not claimed twice, even when the clock jumps
   * past their lease.
   */
  readonly #taken = new Set<string>();
  readonly #inProgress = new Map<string, Job>();
  #nudged: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWanted = false;
  /**
   * Counts the events that may have brought new jobs: a slot that found nothing looks again after
   * one.
   */
  #news = 0;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  }

  nudge(): void {
    this.#news += 1;
    if (this.#nudged || this.#ending.signal.aborted) return;
    this.#nudged = setTimeout(() => {
      this.#nudged = undefined;
      this.look().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'Could not read the job queue'),
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
    const left = [...this.#inProgress.values()];
    this.#inProgress.clear();
    await Promise.all(left.map((job) => releaseEntry(db, job, clock.now())));
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
      for (const lane of this.#groupsOf(kind.name).keys()) this.#open(kind, lane);
    }
    for (;;) {
      const kinds = [...this.#kinds.values()].filter(
        ({ name, concurrencyGroups }) => this.#groupsOf(name).size < concurrencyGroups,
      );
      const due = await findDueGroups(db, clock.now(), {
        kinds: kinds.map(({ name }) => name),
        except: kinds.flatMap(({ name }) =>
          [...this.#groupsOf(name).keys()].map((lane) => `${name} ${lane}`),
        ),
      });
      let opened = 0;
      for (const { kind: name, lane } of due) {
        const kind = this.#kinds.get(name);
        if (!kind || this.#ending.signal.aborted) return;
        if (this.#groupsOf(name).size >= kind.concurrencyGroups) continue;
        this.#open(kind, lane);
        opened += 1;
      }
      // Thousands of due jobs in one group hide the others, so the query is repeated without that
      // group.
      if (opened === 0) return;
    }
  }

  #groupsOf(kind: string): Map<string, number> {
    const known = this.#concurrencyGroups.get(kind) ?? new Map<string, number>();
    this.#concurrencyGroups.set(kind, known);
    return known;
  }

  #open(kind: JobKind, lane: string): void {
    const concurrencyGroups = this.#groupsOf(kind.name);
    const taken = concurrencyGroups.get(lane) ?? 0;
    if (taken >= kind.atOnce || this.#ending.signal.aborted) return;
    concurrencyGroups.set(lane, taken + 1);
    const place = this.#work(kind, lane)
      .catch((error: unknown) => {
        this.#options.log.error({ err: error, kind: kind.name }, 'The job queue failed');
        return false;
      })
      .then((hadWork) => {
        this.#places.delete(place);
        const left = (concurrencyGroups.get(lane) ?? 1) - 1;
        if (left > 0) concurrencyGroups.set(lane, left);
        else concurrencyGroups.delete(lane);
        // Another group may have waited for this slot.
        if (hadWork && left === 0) this.nudge();
      });
    this.#places.add(place);
  }

  /**
   * Runs one slot of a group: one job after the other until none is due. Returns true when there
   * was one.
   */
  async #work(kind: JobKind, lane: string): Promise<boolean> {
    const { db, clock } = this.#options;
    const { signal } = this.#ending;
    let hadWork = false;
    while (!signal.aborted) {
      const news = this.#news;
      const job = await claimEntry(db, clock.now(), kind, lane, [...this.#taken]);
      if (job) {
        hadWork = true;
        this.#taken.add(job.id);
        try {
          if (signal.aborted) await releaseEntry(db, job, clock.now());
          else {
            // Opens a second slot, because a group with one due job probably has more.
            this.#open(kind, lane);
            await this.#handle(kind, job);
          }
        } finally {
          this.#taken.delete(job.id);
        }
      } else if (news === this.#news) return hadWork;
    }
    return hadWork;
  }

  async #handle(kind: JobKind, job: Job): Promise<void> {
    const { db, clock, report = () => {} } = this.#options;
    // The process died during the last attempt.
    if (job.attempts > kind.retryAfterMs.length + 1) {
      const error = jobMessage('jobs.unfinished');
      return this.#settle(kind, job, { result: 'failed', error });
    }
    this.#inProgress.set(job.id, job);
    report(kind.name, 'attempt');
    const outcome = await this.#try(kind, job);
    // The job is missing when `close` has returned it to the queue meanwhile.
    if (!this.#inProgress.delete(job.id)) return;
    if (outcome) await this.#settle(kind, job, outcome);
    else await releaseEntry(db, job, clock.now());
  }

  async #try(kind: JobKind, job: Job): Promise<Outcome | undefined> {
    const { signal } = this.#ending;
    const about = { kind: kind.name, entry: job.id, attempts: job.attempts };
    try {
      const outcome = await kind.deliver(job, signal);
      if ('error' in outcome) {
        this.#options.log.warn(
          { ...about, error: withoutPersons(inEnglish(outcome.error)) },
          'A job failed',
        );
      }
      return outcome;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#options.log.warn({ ...about, err: error }, 'A job failed');
      return { result: 'retry', error: messageOf(error) };
    }
  }

  async #settle(kind: JobKind, job: Job, outcome: Outcome): Promise<void> {
    const { log, report = () => {} } = this.#options;
    const state = await settleEntry(this.#options, kind, job, outcome);
    if (state === 'done') report(kind.name, 'done');
    if (state === 'failed') {
      report(kind.name, 'failed');
      const about = { kind: kind.name, entry: job.id, attempts: job.attempts };
      log.error(about, 'A job failed and is not retried');
    }
  }
}

const jobMessage = defineMessages({
  'jobs.unfinished': () => t("The last attempt didn't finish."),
});
