import type pg from 'pg';

/**
 * At about one millisecond each, the last of them waits four seconds. Callers have limits of their own; this limit
 * holds when several of them are full together.
 */
export const MAX_WAITING = 4_000;

/** A transaction waits for so many of those that go first, and no longer. */
const FIRST_IN_A_ROW = 8;

/**
 * Who waits for the one connection of the embedded database. Statements that are prepared go first: they
 * are short, and among them is the one that saves messages, which would otherwise wait for whatever a report
 * or a search asks besides.
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
      throw Object.assign(new Error('Too many queries wait for the database'), { code: '53300' });
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

/** Has everybody who wants the connection of `pool`, which has no other, stand in that line. */
export function standInLine(pool: pg.Pool): void {
  const line = new ConnectionLine();
  const take = pool.connect.bind(pool);
  const connect = async (goesFirst = false) => {
    await line.enter(goesFirst);
    try {
      const client = await take();
      const giveBack = client.release.bind(client);
      // Written apart from its property, as `brief-queries.server.ts` says why.
      const release = (failed?: boolean | Error) => {
        giveBack(failed);
        line.leave();
      };
      client.release = release;
      return client;
    } catch (error) {
      line.leave();
      throw error;
    }
  };
  // A pool throws a client away whose query failed and opens another. Here both are the one connection:
  // the next queries would meet a database that still skips to the end of the failed one, and be
  // answered with nothing, as if they had been done.
  const query = async (question: pg.QueryConfig, values?: unknown[]) => {
    const client = await connect(question.name !== undefined);
    try {
      return await client.query(question, values);
    } finally {
      client.release();
    }
  };
  pool.connect = (() => connect()) as typeof pool.connect;
  pool.query = query as typeof pool.query;
  Object.defineProperty(pool, 'waitingCount', { get: () => line.waiting });
}
