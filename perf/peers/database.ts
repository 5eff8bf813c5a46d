import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { cpuOf } from './server-process.ts';

const SAMPLE_MS = 500;

/** The PostgreSQL server on this computer, with the databases that a run creates. */
export class PostgresServer {
  readonly #url: string;
  readonly #admin: pg.Pool;
  readonly #created = new Set<string>();

  constructor(url: string) {
    this.#url = url;
    this.#admin = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000 });
    // The connection may be lost while nothing is asked.
    this.#admin.on('error', () => {});
  }

  get url(): string {
    return this.#url;
  }

  /** The settings that decide how durable a commit is; throws if the server runs elsewhere. */
  async describe(): Promise<string> {
    const { rows } = await this.#admin.query<{ text: string; pid: number }>(
      `select pg_backend_pid() as pid, 'PostgreSQL ' || current_setting('server_version')
        || ', fsync ' || current_setting('fsync')
        || ', synchronous_commit ' || current_setting('synchronous_commit') as text`,
    );
    const { text, pid } = rows[0]!;
    if (!existsSync(`/proc/${pid}`)) {
      throw new Error(
        'PostgreSQL must run on this computer, so that its processes can be measured',
      );
    }
    return text;
  }

  /** Creates an empty database and returns its address. */
  async create(name: string): Promise<string> {
    const database = `embarka_peers_${name}_${randomBytes(4).toString('hex')}`;
    this.#created.add(database);
    await this.#admin.query(`create database ${database}`);
    const url = new URL(this.#url);
    url.pathname = `/${database}`;
    return url.href;
  }

  async dropAll(): Promise<void> {
    for (const database of this.#created) {
      await this.#admin.query(`drop database if exists ${database} with (force)`);
    }
    this.#created.clear();
  }

  async close(): Promise<void> {
    await this.#admin.end();
  }

  /**
   * Starts to count the processor time of the processes that serve one database; the returned function ends
   * that and returns milliseconds. The server's own processes, such as the writer of the log, are left out.
   */
  async count(database: string): Promise<() => Promise<number>> {
    const first = new Map<number, number>();
    const last = new Map<number, number>();
    const sample = async (isFirst = false) => {
      for (const pid of await this.#backends(database)) {
        if (isFirst) first.set(pid, cpuOf(pid));
        last.set(pid, Math.max(last.get(pid) ?? 0, cpuOf(pid)));
      }
    };
    await sample(true);
    // A process that ends between two samples loses at most what it did since the first of them.
    const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS);
    return async () => {
      clearInterval(timer);
      await sample();
      return [...last].reduce((sum, [pid, ms]) => sum + ms - (first.get(pid) ?? 0), 0);
    };
  }

  async #backends(database: string): Promise<number[]> {
    const { rows } = await this.#admin.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = $1',
      [database],
    );
    return rows.map(({ pid }) => pid);
  }
}
