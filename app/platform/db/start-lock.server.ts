import type { OpenDatabase } from './database.server.ts';

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
