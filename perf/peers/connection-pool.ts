import { HttpConnection, type Ask } from './http-client.ts';

/** Connections to one server; each serves one request at a time. */
export class ConnectionPool {
  readonly #origin: string;
  /** The connection that was idle longest comes first, so that none is idle for long. */
  readonly #free: HttpConnection[];
  readonly #waiting: ((connection: HttpConnection) => void)[] = [];
  readonly #all = new Set<HttpConnection>();

  private constructor(origin: string, connections: readonly HttpConnection[]) {
    this.#origin = origin;
    this.#free = [...connections];
    for (const each of connections) this.#all.add(each);
  }

  static async open(origin: string, count: number): Promise<ConnectionPool> {
    const opening = Array.from({ length: count }, () => HttpConnection.open(origin));
    return new ConnectionPool(origin, await Promise.all(opening));
  }

  /** Waits for a free connection; throws if the status is not one of success. */
  async send(ask: Ask): Promise<void> {
    const connection = await this.#take();
    const { status } = await connection.send(ask);
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#free.push(connection);
    if (status < 200 || status > 299) throw new Error(`${ask.path} was answered ${status}`);
  }

  close(): void {
    for (const each of this.#all) each.close();
  }

  async #take(): Promise<HttpConnection> {
    const free = this.#free.shift() ?? (await this.#next());
    if (free.isOpen) return free;
    // The server closes idle connections.
    this.#all.delete(free);
    const opened = await HttpConnection.open(this.#origin);
    this.#all.add(opened);
    return opened;
  }

  #next(): Promise<HttpConnection> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}
