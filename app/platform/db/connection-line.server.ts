import type pg from 'pg';

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

/** Makes all users of the pool's single connection wait in this queue. */
export function standInLine(pool: pg.Pool): void {
  const line = new ConnectionLine();
  const take = pool.connect.bind(pool);
  const connect = async (goesFirst = false) => {
    await line.enter(goesFirst);
    try {
      const client = await take();
      const giveBack = client.release.bind(client);
      // Not defined inside the property assignment, for the reason in `brief-queries.server.ts`.
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
  // A pool discards a client whose query failed and opens another. Here both share one session,
  // which still skips to the end of the failed query: the next queries would return nothing as if
  // they had succeeded. So the client is always released as healthy.
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
