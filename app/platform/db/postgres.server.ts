import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log.server.ts';
import { OperatorError, systemCode } from '../operator-error.ts';
import { isDatabaseAway, type OpenDatabase } from './database.server.ts';

/** The most connections of one process. */
export const POOL_SIZE = 20;

/** Opens PostgreSQL 15 or newer. A lost connection is logged and replaced. */
export function openPostgres(url: string, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // JIT compilation takes longer than it saves: a third of the time of a report of 30 days.
    options: '-c jit=off',
    // Shorter than the timeout of browsers, so that users see our error.
    connectionTimeoutMillis: 10_000,
  });
  const report = (error: Error) => log.warn({ err: error }, 'PostgreSQL connection lost');
  // Without error listeners on the pool and each client, a restart of PostgreSQL would end this
  // process.
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return {
    db: drizzle(pool),
    pool,
    engine: 'postgres',
    countWaiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}

/**
 * Opens PostgreSQL and waits for its first answer. Throws an {@link OperatorError} with the
 * address, without the password, and the reason.
 */
export async function reachPostgres(url: string, log: Log): Promise<OpenDatabase> {
  const database = openPostgres(url, log);
  try {
    await database.pool.query('select 1');
    return database;
  } catch (error) {
    await database.close();
    throw new OperatorError(explain(url, error), { cause: error });
  }
}

function explain(url: string, error: unknown): string {
  const { host, port, user, database } = new pg.Client({ connectionString: url });
  const server = `PostgreSQL at ${host}:${port}`;
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case '28000':
    case '28P01':
      return `${server} refused the user '${user}' (${message}): correct the name or the password in DATABASE_URL.`;
    case '3D000':
      return `${server} has no database '${database}': create it, or correct its name in DATABASE_URL.`;
    case '53300':
    case '57P03':
      return `${server} accepts no connections at the moment (${message}): try again later.`;
    default:
      return isDatabaseAway(error)
        ? `${server} cannot be reached (${systemCode(error) ?? message}): start it, or correct DATABASE_URL.`
        : `${server} cannot be used (${message}): correct DATABASE_URL.`;
  }
}

/** An arbitrary constant that all processes of an installation share. */
const START_LOCK = 7_304_520;

/** Runs the work of a start under a lock, because several processes may start at once. */
export async function inStartLock<Result>(
  { engine, pool }: OpenDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database belongs to one process and has one connection.
  if (engine === 'embedded') return work();
  const client = await pool.connect();
  try {
    // Waiting for the lock must not time out.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work();
  } finally {
    // Closing the connection releases the lock and the setting, even after PostgreSQL is gone.
    client.release(true);
  }
}
