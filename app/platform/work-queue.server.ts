export interface Requester {
  readonly isTeam: boolean;
  /** The unit of fairness: a network, or a team member. */
  readonly share: string;
}

/** The queue is full, or the request timed out in it. */
export class WorkQueueError extends Error {
  override readonly name = 'WorkQueueError';
}

export interface WorkQueueLimits {
  readonly waiting: number;
  readonly waitingPerShare: number;
  /** This plus the processing time must stay below the timeout of an idle connection. */
  readonly patienceMs: number;
  /** Longer, because the team adds ten photos at once. */
  readonly teamPatienceMs: number;
}

/** Every third turn is a visitor's, if a visitor waits, however many tasks the team has. */
const VISITORS_TURN = 3;

const HALF_LIFE_MS = 60_000;
const MAX_SHARES = 1000;

interface Waiting extends Requester {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * A fair queue that runs one task at a time: the team's first, then one of the share with the least
 * recent processing time. A share with many or slow tasks therefore waits for the others.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  readonly #used = new Map<string, { ms: number; at: number }>();
  #isBusy = false;
  #turn = 0;

  constructor(limits: WorkQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` in its turn; rejects with a {@link WorkQueueError} when the turn does not come.
   */
  async run<T>(asker: Requester, work: () => Promise<T>): Promise<T> {
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

  #wait(asker: Requester): Promise<void> {
    this.#freeSpace(asker);
    return new Promise((resolve, reject) => {
      const leave = (reason: string) => {
        clearTimeout(timer);
        this.#remove(waiting);
        reject(new WorkQueueError(reason));
      };
      const patienceMs = this.#limits[asker.isTeam ? 'teamPatienceMs' : 'patienceMs'];
      const timer = setTimeout(() => leave('The task waited too long'), patienceMs);
      const waiting: Waiting = {
        ...asker,
        begin: () => {
          clearTimeout(timer);
          // Marks the queue as busy at once, so that no later request overtakes.
          this.#isBusy = true;
          resolve();
        },
        refuse: () => leave('Others with fewer tasks are waiting'),
      };
      this.#waiting.push(waiting);
    });
  }

  /**
   * A full queue refuses the newest request of the share with the most requests: visitors before
   * the team.
   */
  #freeSpace({ isTeam, share }: Requester): void {
    const own = this.#countOf(share);
    if (!isTeam && own >= this.#limits.waitingPerShare)
      throw new WorkQueueError('Too many tasks are waiting');
    if (this.#waiting.length < this.#limits.waiting) return;
    const visitors = this.#waiting.filter((waiting) => !waiting.isTeam);
    const most = visitors.toSorted(
      (one, other) => this.#countOf(other.share) - this.#countOf(one.share),
    )[0];
    if (!most || (!isTeam && this.#countOf(most.share) <= own + 1)) {
      throw new WorkQueueError('Too many tasks are waiting');
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
