import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import { PreparedStatement } from '../db/prepared-statement.server.ts';

/**
 * Each transaction blocks the embedded database for a few milliseconds, in which new messages wait.
 * Smaller batches cost more in total.
 */
const AT_ONCE = 50;

/** The limit of one call; the next call continues. */
const BATCHES = 400;

// A prepared statement and a function with cached plans, because planning takes most of the time of
// small batches.
const number = new PreparedStatement<{ numbered: number }>(
  'number_events',
  sql`select number_events(${sql.raw(String(AT_ONCE))}) as numbered`,
);

/**
 * Numbers all committed events in causal order, and begins no further transaction after `forMs`.
 * The SQL function `number_events` holds a lock until its commit, so that no reader sees a number
 * before a lower one. Uncommitted events are invisible here and get higher numbers later.
 */
export async function numberEvents(db: Database, forMs = Infinity): Promise<void> {
  const started = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const [answer] = await number.execute(db, {});
    if (answer!.numbered < AT_ONCE || performance.now() - started > forMs) return;
  }
}
