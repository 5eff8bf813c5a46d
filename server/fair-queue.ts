import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout as pass } from 'node:timers/promises';
import { WaitingLine, type Waiting } from './waiting-line.ts';

/**
 * Who waits: signed-in people of the team, browsers with a chat, and everybody else. Each lane is
 * served in turn, so that no crowd in one of them keeps the others waiting.
 */
export const LANES = ['member', 'browser', 'stranger'] as const;
export type Lane = (typeof LANES)[number];

export interface Asker {
  readonly lane: Lane;
  /** Those with one share wait in one line: a person of the team, an address block. */
  readonly share: string;
  /** Whether many clients are behind this share, which its own bound would shut out. */
  readonly isCrowd?: boolean;
}

export interface FairQueueLimits {
  /** Begun at once: while one waits for the database, another is worked on. */
  readonly atOnce: number;
  /** What takes longer than this waits for something else than the processor, and holds up nobody. */
  readonly patienceMs: number;
  /**
   * After each that began, all but the team wait until the thread was idle for as long as it was busy,
   * at most until so long after: half of its time is left to messages and sockets, whoever asks.
   */
  readonly restMs: number;
  /** Begun and not finished, of one lane and of one share. */
  readonly underWayPerLane: number;
  readonly underWayPerShare: number;
  /** Waiting to begin, in one lane and of one share. */
  readonly waitingPerLane: number;
  readonly waitingPerShare: number;
}

export const REQUEST_LIMITS: FairQueueLimits = {
  atOnce: 4,
  patienceMs: 50,
  restMs: 30,
  underWayPerLane: 64,
  underWayPerShare: 16,
  waitingPerLane: 256,
  waitingPerShare: 32,
};

/** Of a line for what other threads do, so much at once, behind the line above. */
export function limitsOfLine(atOnce: number, waitingPerLane: number): FairQueueLimits {
  return {
    atOnce,
    patienceMs: 60_000,
    restMs: 0,
    underWayPerLane: atOnce,
    underWayPerShare: atOnce,
    waitingPerLane,
    waitingPerShare: waitingPerLane / 4,
  };
}

/** How often it is looked whether the thread has rested. */
const REST_ROUND_MS = 1;

/** So many seconds later there is room again: what waits is worked off by then. */
export const RETRY_AFTER_SECONDS = 3;

/** There is no room to wait in. */
export class QueueFullError extends Error {}

/** Whoever asked has gone while waiting. */
export class AskerGoneError extends Error {}

/**
 * Lets few begin at once, with a turn of the event loop between, so that no number of requests keeps
 * sockets, messages and health checks from the processor; whoever asks for much waits behind
 * everybody who asks for little.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #lanes = LANES.map(() => new WaitingLine());
  /** By lane, and by share. */
  readonly #underWayOf = new Map<string, number>();
  #slotsTaken = 0;
  #lastLane = 0;
  #isNextPlanned = false;
  #isRestPlanned = false;
  #begunAt = -Infinity;
  #usedBefore = performance.eventLoopUtilization();

  constructor(limits: FairQueueLimits = REQUEST_LIMITS) {
    this.#limits = limits;
  }

  /** How many wait to begin. */
  get waiting(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.size, 0);
  }

  /**
   * Does the work when its turn has come. Rejects with a {@link QueueFullError} when there is no
   * room, and with an {@link AskerGoneError}, without working, when `signal` is aborted first. Work
   * that is going to wait for something else than the processor steps aside for the next.
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
      count(this.#underWayOf, asker.lane, -1);
      count(this.#underWayOf, share, -1);
      stepAside();
      this.#planNext();
    }
  }

  #mayBegin(lane: Lane, share: string): boolean {
    const { atOnce, underWayPerLane, underWayPerShare } = this.#limits;
    return (
      this.#slotsTaken < atOnce &&
      (this.#underWayOf.get(lane) ?? 0) < underWayPerLane &&
      (this.#underWayOf.get(share) ?? 0) < underWayPerShare
    );
  }

  /** Whether those of a lane leave the thread to others before the next of them begins. */
  #isResting(lane: Lane): boolean {
    if (lane === 'member' || performance.now() - this.#begunAt >= this.#limits.restMs) return false;
    const { active, idle } = performance.eventLoopUtilization(this.#usedBefore);
    return active > idle;
  }

  #take(lane: Lane, share: string): void {
    this.#begunAt = performance.now();
    this.#usedBefore = performance.eventLoopUtilization();
    this.#slotsTaken += 1;
    count(this.#underWayOf, lane, 1);
    count(this.#underWayOf, share, 1);
  }

  #wait(asker: Asker, share: string, signal: AbortSignal): Promise<void> {
    const line = this.#lanes[LANES.indexOf(asker.lane)]!;
    const { waitingPerShare, waitingPerLane } = this.#limits;
    if (!asker.isCrowd && line.sizeOf(share) >= waitingPerShare) throw new QueueFullError();
    // A full lane takes from whoever has most waiting in it, and never from those with less.
    const isFull = line.size >= waitingPerLane;
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

  /** In a later turn of the event loop: what came in meanwhile is read first. */
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
    for (let step = 1; step <= LANES.length; step += 1) {
      const index = (this.#lastLane + step) % LANES.length;
      const lane = LANES[index]!;
      const line = this.#lanes[index]!;
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

/** Adds to a count; one that comes to nothing is forgotten. */
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
