import { PictureChild } from './picture-child.server.ts';
import type { CleanWork, LogoWork, PhotoWork, PictureAnswer } from './picture-work.ts';

export interface PictureAsker {
  readonly isTeam: boolean;
  /** The unit of fairness: a network, or a team member. */
  readonly share: string;
}

/** The queue is full, or the request timed out in it. */
export class PictureQueueError extends Error {
  override readonly name = 'PictureQueueError';
}

interface PictureQueueLimits {
  readonly waiting: number;
  readonly waitingPerShare: number;
  /** This plus the processing time must stay below the timeout of an idle connection. */
  readonly patienceMs: number;
  /** Longer, because the team adds ten photos at once. */
  readonly teamPatienceMs: number;
}

const PICTURE_QUEUE_LIMITS: PictureQueueLimits = {
  waiting: 64,
  waitingPerShare: 12,
  patienceMs: 25_000,
  teamPatienceMs: 50_000,
};

/** Every third picture is a visitor's, if a visitor waits, however many the team has. */
const VISITORS_TURN = 3;

const HALF_LIFE_MS = 60_000;
const MAX_SHARES = 1000;

interface Waiting extends PictureAsker {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * A fair queue that processes one picture at a time: the team first, then the share with the least
 * recent processing time. A share with many or slow pictures therefore waits for the others.
 */
export class PictureQueue {
  readonly #limits: PictureQueueLimits;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  readonly #used = new Map<string, { ms: number; at: number }>();
  #isBusy = false;
  #turn = 0;

  constructor(limits = PICTURE_QUEUE_LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` in its turn; rejects with a {@link PictureQueueError} when the turn does not come.
   */
  async run<T>(asker: PictureAsker, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(asker);
    this.#isBusy = true;
    const begun = this.#now();
    try {
      return await work();
    } finally {
      this.#charge(asker.share, this.#now() - begun);
      this.#isBusy = false;
      this.#beginNext();
    }
  }

  #wait(asker: PictureAsker): Promise<void> {
    this.#freeSpace(asker);
    return new Promise((resolve, reject) => {
      const leave = (reason: string) => {
        clearTimeout(timer);
        this.#remove(waiting);
        reject(new PictureQueueError(reason));
      };
      const patienceMs = this.#limits[asker.isTeam ? 'teamPatienceMs' : 'patienceMs'];
      const timer = setTimeout(() => leave('The picture waited too long'), patienceMs);
      const waiting: Waiting = {
        ...asker,
        begin: () => {
          clearTimeout(timer);
          // Marks the queue as busy at once, so that no later request overtakes.
          this.#isBusy = true;
          resolve();
        },
        refuse: () => leave('Others with fewer pictures are waiting'),
      };
      this.#waiting.push(waiting);
    });
  }

  /**
   * A full queue refuses the newest request of the share with the most requests: visitors before
   * the team.
   */
  #freeSpace({ isTeam, share }: PictureAsker): void {
    const own = this.#countOf(share);
    if (!isTeam && own >= this.#limits.waitingPerShare)
      throw new PictureQueueError('Too many pictures are waiting');
    if (this.#waiting.length < this.#limits.waiting) return;
    const visitors = this.#waiting.filter((waiting) => !waiting.isTeam);
    const most = visitors.toSorted(
      (one, other) => this.#countOf(other.share) - this.#countOf(one.share),
    )[0];
    if (!most || (!isTeam && this.#countOf(most.share) <= own + 1)) {
      throw new PictureQueueError('Too many pictures are waiting');
    }
    this.#waiting.findLast((waiting) => waiting.share === most.share)?.refuse();
  }

  #beginNext(): void {
    const first = (isTeam: boolean) =>
      this.#waiting
        .filter((waiting) => waiting.isTeam === isTeam)
        .toSorted((one, other) => this.#usedBy(one.share) - this.#usedBy(other.share))[0];
    this.#turn += 1;
    const isForVisitors = this.#turn % VISITORS_TURN === 0;
    const next = first(!isForVisitors) ?? first(isForVisitors);
    if (!next) return;
    this.#remove(next);
    next.begin();
  }

  #remove(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  #countOf(share: string): number {
    return this.#waiting.filter((waiting) => waiting.share === share).length;
  }

  #usedBy(share: string): number {
    const used = this.#used.get(share);
    return used ? used.ms * 0.5 ** ((this.#now() - used.at) / HALF_LIFE_MS) : 0;
  }

  #charge(share: string, ms: number): void {
    const sum = this.#usedBy(share) + ms;
    this.#used.delete(share);
    this.#used.set(share, { ms: sum, at: this.#now() });
    const [oldest] = this.#used.keys();
    if (this.#used.size > MAX_SHARES && oldest !== undefined) this.#used.delete(oldest);
  }
}

type Asked =
  | Omit<CleanWork, 'mostBytes'>
  | Omit<PhotoWork, 'mostBytes'>
  | Omit<LogoWork, 'mostBytes'>;

export interface Pictures {
  /** Rejects when the queue is full or the turn does not come in time. */
  work(picture: Asked, asker: PictureAsker): Promise<PictureAnswer>;
  close(): Promise<void>;
}

/** The process limits its own CPU time; this limit is for a machine without any left for it. */
const TIME_LIMIT_MS = 150_000;

/** Uses one process for all pictures, started with the first picture and ended when idle. */
export function openPictures(memoryMib: number): Pictures {
  const mostBytes = memoryMib * 1024 * 1024;
  const queue = new PictureQueue();
  const child = new PictureChild(mostBytes);
  return {
    work: (picture, asker) =>
      queue.run(asker, () => child.run({ ...picture, mostBytes }, TIME_LIMIT_MS)),
    close: () => child.close(),
  };
}
