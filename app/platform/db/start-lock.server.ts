import type { OpenDatabase } from './database.server.ts';

/** Any constant; it only has to be the same in every process of one installation. */
const START_LOCK = 7_304_520;

/** Runs what each start does, one process after the other: several may start at once. */
export async function inStartLock<Result>(
  { engine, pool }: OpenDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database belongs to one process, and has one connection.
  if (engine === 'embedded') return work();
  const client = await pool.connect();
  try {
    // Waiting is no reason to give up.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work();
  } finally {
    // Ended, not given back: the lock and the setting end with it, also when PostgreSQL is gone.
    client.release(true);
  }
}
