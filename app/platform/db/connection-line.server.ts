import pg from 'pg';

/**
 * At about one millisecond each, the last of them waits four seconds. Callers have limits of their own; this limit
 * holds when several of them are full together.
 */
export const MAX_WAITING = 4_000;

/** A transaction lets at most this many prepared statements go first. */
const FIRST_IN_A_ROW = 8;

/**
 * The queue for the single connection of the embedded database. Prepared statements have priority:
 * they are short, and the one that saves messages must not wait for reports and searches.
 */
export class ConnectionLine {
  readonly #first: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #isTaken = false;
  #firstInARow = 0;

  get waiting(): number {
    return this.#first.length + this.#others.length;
  }

  /**
   * Resolves when the caller has the connection, which it keeps until {@link leave}. Rejects with the SQLSTATE of
   * a PostgreSQL server without a free connection when {@link MAX_WAITING} others wait.
   */
  async enter(goesFirst: boolean): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    if (this.waiting >= MAX_WAITING) {
      throw Object.assign(new Error('Too many queries are waiting for the database'), {
        code: '53300',
      });
    }
    await new Promise<void>((go) => (goesFirst ? this.#first : this.#others).push(go));
  }

  leave(): void {
    const isEnough = this.#firstInARow >= FIRST_IN_A_ROW && this.#others.length > 0;
    const first = isEnough ? undefined : this.#first.shift();
    this.#firstInARow = first ? this.#firstInARow + 1 : 0;
    const next = first ?? this.#others.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

/**
 * A pool with a single connection, because the embedded database has one session: a pool of two
 * would deadlock in a transaction. All users of the connection wait in the queue above.
 */
export class QueuedPool extends pg.Pool {
  readonly #line = new ConnectionLine();

  constructor(options: pg.PoolConfig) {
    super({ ...options, max: 1 });
    this.on('release', () => this.#line.leave());
  }

  get waiting(): number {
    return this.#line.waiting;
  }

  override connect(): Promise<pg.PoolClient> {
    return this.#take(false);
  }

  // A pool discards a client whose query failed and opens another. Here both share one session,
  // which still skips to the end of the failed query: the next queries would return nothing as if
  // they had succeeded. So the client is always released as healthy.
  // oxlint-disable-next-line typescript/no-explicit-any -- one signature for all overloads with a promise
  override async query(...asked: any[]): Promise<any> {
    const [question, values] = asked as [string | pg.QueryConfig, unknown[] | undefined];
    const client = await this.#take(typeof question === 'object' && question.name !== undefined);
    try {
      return await client.query(question, values);
    } finally {
      client.release();
    }
  }

  async #take(goesFirst: boolean): Promise<pg.PoolClient> {
    await this.#line.enter(goesFirst);
    try {
      return await super.connect();
    } catch (error) {
      this.#line.leave();
      throw error;
    }
  }
}
