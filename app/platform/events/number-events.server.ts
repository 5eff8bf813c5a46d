import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import { PreparedStatement } from '../db/prepared-statement.server.ts';

/**
 * Numbered in one transaction: a few milliseconds of the embedded database, for which a message that
 * is sent meanwhile has to wait. Fewer at once cost more in sum.
 */
const AT_ONCE = 50;

/** So many in one call; what is left is the next call's. */
const BATCHES = 400;

// Prepared, and a function that keeps its plans: planning is most of what so few cost.
const number = new PreparedStatement<{ numbered: number }>(
  'number_events',
  sql`select number_events(${sql.raw(String(AT_ONCE))}) as numbered`,
);

/**
 * Gives everything that was committed by now its number, in an order in which nothing comes before what
 * caused it. Begins no further transaction once it has taken `forMs`.
 *
 * Whoever gives numbers (`number_events` of the database) holds a lock until they are committed, so that no
 * number is ever seen before a lower one, by anybody. What is still being written has no row yet that this
 * could see; it gets a higher number, whenever it is committed. A row is taken out where it gets its
 * number, so that it gets one and no second.
 */
export async function numberEvents(db: Database, forMs = Infinity): Promise<void> {
  const started = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const [answer] = await number.execute(db, {});
    if (answer!.numbered < AT_ONCE || performance.now() - started > forMs) return;
  }
}
