import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as pass } from 'node:timers/promises';

interface Waiting {
  readonly share: string;
  begin(): void;
  refuse(error: Error): void;
}

class WaitingQueue {
  readonly #shares = new Map<string, Waiting[]>();
  size = 0;

  sizeOf(share: string): number {
    return this.#shares.get(share)?.length ?? 0;
  }

  add(waiting: Waiting): void {
    const line = this.#shares.get(waiting.share);
    if (line) line.push(waiting);
    else this.#shares.set(waiting.share, [waiting]);
    this.size += 1;
  }

  /** Takes the first entry of the first share that may begin and moves the share to the end. */
  take(mayBegin: (share: string) => boolean): Waiting | undefined {
    for (const [share, line] of this.#shares) {
      if (!mayBegin(share)) continue;
      const [first] = line;
      if (!first) continue;
      this.remove(first);
      this.#shares.delete(share);
      if (line.length > 0) this.#shares.set(share, line);
      return first;
    }
    return undefined;
  }

  /** Refuses the newest entry of the longest share, if that is longer than `share` would become. */
  refuseOneOfMore(share: string, refusal: Error): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#shares.values()) if (line.length > longest.length) longest = line;
    const newest = longest.at(-1);
    if (!newest || longest.length <= this.sizeOf(share) + 1) return false;
    this.remove(newest);
    newest.refuse(refusal);
    return true;
  }

  remove(waiting: Waiting): void {
    const line = this.#shares.get(waiting.share);
    const index = line?.indexOf(waiting) ?? -1;
    if (!line || index === -1) return;
    line.splice(index, 1);
    this.size -= 1;
    if (line.length === 0) this.#shares.delete(waiting.share);
  }
}

/**
 * Concurrency groups of clients: signed-in members, browsers with a chat, and everybody else. The
 * groups are served in turn, so that a crowd in one group does not delay the others.
 */
export const CONCURRENCY_GROUPS = ['member', 'browser', 'stranger'] as const;
export type ConcurrencyGroup = (typeof CONCURRENCY_GROUPS)[number];

export interface Asker {
  readonly lane: ConcurrencyGroup;
  /** The unit of fairness in a group: a member, or an address block. */
  readonly share: string;
  /** True when many clients share this key, so that the limit per share would lock them out. */
  readonly isCrowd?: boolean;
}

export interface FairQueueLimits {
  /** Tasks that run concurrently: one can use the CPU while another waits for the database. */
  readonly atOnce: number;
  /** A task that takes longer is assumed to wait for I/O and gives up its slot. */
  readonly patienceMs: number;
  /**
   * After each start, everybody except the team waits until the event loop was idle for as long as
   * it was busy, at most this long. This reserves half of the time for messages and sockets.
   */
  readonly restMs: number;
  readonly inProgressPerGroup: number;
  readonly inProgressPerShare: number;
  readonly waitingPerGroup: number;
  readonly waitingPerShare: number;
}

export const REQUEST_LIMITS: FairQueueLimits = {
  atOnce: 4,
  patienceMs: 50,
  restMs: 30,
  inProgressPerGroup: 64,
  inProgressPerShare: 16,
  waitingPerGroup: 256,
  waitingPerShare: 32,
};

/** Limits of a queue in front of worker threads. */
export function limitsOfLine(atOnce: number, waitingPerGroup: number): FairQueueLimits {
  return {
    atOnce,
    patienceMs: 60_000,
    restMs: 0,
    inProgressPerGroup: atOnce,
    inProgressPerShare: atOnce,
    waitingPerGroup,
    waitingPerShare: waitingPerGroup / 4,
  };
}

const REST_ROUND_MS = 1;

export class QueueFullError extends Error {}

export class AskerGoneError extends Error {}

/**
 * A fair queue that starts few tasks at once and yields to the event loop in between, so that a
 * flood of requests cannot starve sockets, messages and health checks. Clients with many requests
 * wait behind clients with few.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #concurrencyGroups = CONCURRENCY_GROUPS.map(() => new WaitingQueue());
  readonly #inProgressOf = new Map<string, number>();
  #slotsTaken = 0;
  #lastLane = 0;
  #isNextPlanned = false;
  #isRestPlanned = false;
  #begunAt = -Infinity;
  #usedBefore = performance.eventLoopUtilization();

  constructor(limits: FairQueueLimits = REQUEST_LIMITS) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#concurrencyGroups.reduce((sum, lane) => sum + lane.size, 0);
  }

  /**
   * Runs `work` in its turn. Rejects with {@link QueueFullError} when the queue is full, and with
   * {@link AskerGoneError} when `signal` aborts before the start. Work that is about to wait for
   * I/O calls `stepAside` to release its slot.
   */
  async run<T>(
    asker: Asker,
    signal: AbortSignal,
    work: (stepAside: () => void) => Promise<T>,
  ): Promise<T> {
    const share = `${asker.lane} ${asker.share}`;
    if (signal.aborted) throw new AskerGoneError();
    const isAlone = this.waiting === 0 && !this.#isNextPlanned;
    if (isAlone && !this.#isResting(asker.lane) && this.#mayBegin(asker.lane, share)) {
      this.#take(asker.lane, share);
    } else {
      await this.#wait(asker, share, signal);
    }
    const stepAside = once(() => {
      this.#slotsTaken -= 1;
      this.#planNext();
    });
    const timer = setTimeout(stepAside, this.#limits.patienceMs);
    try {
      if (signal.aborted) throw new AskerGoneError();
      return await work(stepAside);
    } finally {
      clearTimeout(timer);
      count(this.#inProgressOf, asker.lane, -1);
      count(this.#inProgressOf, share, -1);
      stepAside();
      this.#planNext();
    }
  }

  #mayBegin(lane: ConcurrencyGroup, share: string): boolean {
    const { atOnce, inProgressPerGroup, inProgressPerShare } = this.#limits;
    return (
      this.#slotsTaken < atOnce &&
      (this.#inProgressOf.get(lane) ?? 0) < inProgressPerGroup &&
      (this.#inProgressOf.get(share) ?? 0) < inProgressPerShare
    );
  }

  /** Returns true while tasks of a group must leave the event loop to others. */
  #isResting(lane: ConcurrencyGroup): boolean {
    if (lane === 'member' || performance.now() - this.#begunAt >= this.#limits.restMs) return false;
    const { active, idle } = performance.eventLoopUtilization(this.#usedBefore);
    return active > idle;
  }

  #take(lane: ConcurrencyGroup, share: string): void {
    this.#begunAt = performance.now();
    this.#usedBefore = performance.eventLoopUtilization();
    this.#slotsTaken += 1;
    count(this.#inProgressOf, lane, 1);
    count(this.#inProgressOf, share, 1);
  }

  #wait(asker: Asker, share: string, signal: AbortSignal): Promise<void> {
    const line = this.#concurrencyGroups[CONCURRENCY_GROUPS.indexOf(asker.lane)]!;
    const { waitingPerShare, waitingPerGroup } = this.#limits;
    if (!asker.isCrowd && line.sizeOf(share) >= waitingPerShare) throw new QueueFullError();
    // A full group refuses a request of the share with the most waiting requests, never of a share
    // with fewer.
    const isFull = line.size >= waitingPerGroup;
    if (isFull && !line.refuseOneOfMore(share, new QueueFullError())) throw new QueueFullError();
    return new Promise<void>((begin, refuse) => {
      const waiting: Waiting = {
        share,
        begin: () => {
          signal.removeEventListener('abort', leave);
          begin();
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave);
          refuse(error);
        },
      };
      const leave = () => {
        line.remove(waiting);
        refuse(new AskerGoneError());
      };
      signal.addEventListener('abort', leave, { once: true });
      line.add(waiting);
      this.#planNext();
    });
  }

  /** Starts in a later turn of the event loop, so that pending input is read first. */
  #planNext(): void {
    if (this.#isNextPlanned || this.waiting === 0) return;
    this.#isNextPlanned = true;
    void setImmediate().then(() => {
      this.#isNextPlanned = false;
      if (this.#beginNext()) this.#planNext();
    });
  }

  #planNextAfterRest(): void {
    if (this.#isRestPlanned) return;
    this.#isRestPlanned = true;
    void pass(REST_ROUND_MS).then(() => {
      this.#isRestPlanned = false;
      this.#planNext();
    });
  }

  #beginNext(): boolean {
    let isResting = false;
    for (let step = 1; step <= CONCURRENCY_GROUPS.length; step += 1) {
      const index = (this.#lastLane + step) % CONCURRENCY_GROUPS.length;
      const lane = CONCURRENCY_GROUPS[index]!;
      const line = this.#concurrencyGroups[index]!;
      if (line.size === 0) continue;
      if (this.#isResting(lane)) {
        isResting = true;
        continue;
      }
      const next = line.take((share) => this.#mayBegin(lane, share));
      if (!next) continue;
      this.#lastLane = index;
      this.#take(lane, next.share);
      next.begin();
      return true;
    }
    if (isResting) this.#planNextAfterRest();
    return false;
  }
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
