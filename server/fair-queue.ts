import { setImmediate } from 'node:timers/promises';

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
    underWayPerLane: atOnce,
    underWayPerShare: atOnce,
    waitingPerLane,
    waitingPerShare: waitingPerLane / 4,
  };
}

/** So many seconds later there is room again: what waits is worked off by then. */
export const RETRY_AFTER_SECONDS = 3;

/** There is no room to wait in. */
export class QueueFullError extends Error {}

/** Whoever asked has gone while waiting. */
export class AskerGoneError extends Error {}

interface Waiting {
  readonly share: string;
  begin(): void;
  refuse(error: Error): void;
}

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
    if (this.waiting === 0 && !this.#isNextPlanned && this.#mayBegin(asker.lane, share)) {
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

  #take(lane: Lane, share: string): void {
    this.#slotsTaken += 1;
    count(this.#underWayOf, lane, 1);
    count(this.#underWayOf, share, 1);
  }

  #wait(asker: Asker, share: string, signal: AbortSignal): Promise<void> {
    const line = this.#lanes[LANES.indexOf(asker.lane)]!;
    const { waitingPerShare, waitingPerLane } = this.#limits;
    if (!asker.isCrowd && line.sizeOf(share) >= waitingPerShare) throw new QueueFullError();
    // A full lane takes from whoever has most waiting in it, and never from those with less.
    if (line.size >= waitingPerLane && !line.refuseOneOfMore(share)) throw new QueueFullError();
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

  #beginNext(): boolean {
    for (let step = 1; step <= LANES.length; step += 1) {
      const index = (this.#lastLane + step) % LANES.length;
      const lane = LANES[index]!;
      const next = this.#lanes[index]!.take((share) => this.#mayBegin(lane, share));
      if (!next) continue;
      this.#lastLane = index;
      this.#take(lane, next.share);
      next.begin();
      return true;
    }
    return false;
  }
}

/** Adds to a count; one that comes to nothing is forgotten. */
function count(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}

/** Those who wait in one lane, share by share in turn. */
class WaitingLine {
  /** In the order of their turns. */
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

  /** The first of the first share that may begin; its share goes to the end. */
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

  /** Refuses the newest of the longest line, if that one is longer than `share`'s would become. */
  refuseOneOfMore(share: string): boolean {
    let longest: Waiting[] = [];
    for (const line of this.#shares.values()) if (line.length > longest.length) longest = line;
    const newest = longest.at(-1);
    if (!newest || longest.length <= this.sizeOf(share) + 1) return false;
    this.remove(newest);
    newest.refuse(new QueueFullError());
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

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
