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

export interface RenderQueueLimits {
  /** Begun at once: while one waits for the database, another is worked on. */
  readonly atOnce: number;
  /** What takes longer than this waits for something else than the processor, and holds up nobody. */
  readonly patienceMs: number;
  /** Begun and not finished, of everybody and of one share. */
  readonly underWay: number;
  readonly underWayPerShare: number;
  /** Waiting to begin, in one lane and of one share. */
  readonly waitingPerLane: number;
  readonly waitingPerShare: number;
}

export const RENDER_QUEUE_LIMITS: RenderQueueLimits = {
  atOnce: 4,
  patienceMs: 50,
  underWay: 64,
  underWayPerShare: 16,
  waitingPerLane: 256,
  waitingPerShare: 32,
};

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
 * Everything that has to be worked out for one request alone passes here, so that no number of such
 * requests keeps the sockets, the messages and the health checks from the processor: few are begun
 * at once, pages are rendered one at a time with a turn of the event loop between, and whoever asks
 * for much waits behind everybody who asks for little.
 */
export class RenderQueue {
  readonly #limits: RenderQueueLimits;
  readonly #lanes = LANES.map(() => new WaitingLine());
  readonly #underWayOf = new Map<string, number>();
  #underWay = 0;
  #slotsTaken = 0;
  #lastLane = 0;
  #isNextPlanned = false;
  #lastRendering: Promise<unknown> = Promise.resolve();

  constructor(limits: RenderQueueLimits = RENDER_QUEUE_LIMITS) {
    this.#limits = limits;
  }

  /** How many wait to begin. */
  get waiting(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.size, 0);
  }

  /**
   * Does the work when its turn has come. Rejects with a {@link QueueFullError} when there is no
   * room, and with an {@link AskerGoneError}, without working, when `signal` is aborted first.
   */
  async run<T>(asker: Asker, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = `${asker.lane} ${asker.share}`;
    if (signal.aborted) throw new AskerGoneError();
    if (this.#mayBegin(share) && this.waiting === 0 && !this.#isNextPlanned) this.#take(share);
    else await this.#wait(asker, share, signal);
    const giveSlotBack = once(() => {
      this.#slotsTaken -= 1;
      this.#planNext();
    });
    const timer = setTimeout(giveSlotBack, this.#limits.patienceMs);
    try {
      if (signal.aborted) throw new AskerGoneError();
      return await work();
    } finally {
      clearTimeout(timer);
      this.#underWay -= 1;
      const others = (this.#underWayOf.get(share) ?? 1) - 1;
      if (others > 0) this.#underWayOf.set(share, others);
      else this.#underWayOf.delete(share);
      giveSlotBack();
    }
  }

  /** Renders after all that asked before: one at a time, with a turn of the event loop between. */
  async render<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#lastRendering;
    const rendering = before.then(work);
    this.#lastRendering = rendering.then(
      () => setImmediate(),
      () => setImmediate(),
    );
    return rendering;
  }

  #mayBegin(share: string): boolean {
    const { atOnce, underWay, underWayPerShare } = this.#limits;
    return (
      this.#slotsTaken < atOnce &&
      this.#underWay < underWay &&
      (this.#underWayOf.get(share) ?? 0) < underWayPerShare
    );
  }

  #take(share: string): void {
    this.#slotsTaken += 1;
    this.#underWay += 1;
    this.#underWayOf.set(share, (this.#underWayOf.get(share) ?? 0) + 1);
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
      const next = this.#nextWaiting();
      if (!next) return;
      this.#take(next.share);
      next.begin();
      this.#planNext();
    });
  }

  #nextWaiting(): Waiting | undefined {
    for (let step = 1; step <= LANES.length; step += 1) {
      const lane = (this.#lastLane + step) % LANES.length;
      const next = this.#lanes[lane]!.take((share) => this.#mayBegin(share));
      if (!next) continue;
      this.#lastLane = lane;
      return next;
    }
    return undefined;
  }
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
