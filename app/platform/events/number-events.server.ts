import { sql } from 'drizzle-orm';
import { inTransaction } from '../change/in-transaction.server.ts';
import type { Database } from '../db/database.server.ts';
import { PreparedStatement } from '../db/prepared-statement.server.ts';

/** Held while numbers are given, until they are committed. */
const NUMBERS_LOCK = 7_401_952;

/**
 * Numbered in one transaction: a few milliseconds of the embedded database, for which a message that
 * is sent meanwhile has to wait. Fewer at once cost more in sum.
 */
const AT_ONCE = 50;

/** So many in one call; what is left is the next call's. */
const BATCHES = 400;

// Prepared, because planning is most of what so few cost.
const isAnythingLeft = new PreparedStatement<{ left: boolean }>(
  'unnumbered_events_left',
  sql`select exists (select 1 from unnumbered_events) as left`,
);

const lock = new PreparedStatement<Record<string, unknown>>(
  'lock_event_numbers',
  sql`select pg_advisory_xact_lock(${sql.raw(String(NUMBERS_LOCK))})`,
);

const number = new PreparedStatement<{ numbered: number }>(
  'number_events',
  sql`
    with taken as (
      delete from unnumbered_events
      where seq = any(array(
        select seq from unnumbered_events order by seq limit ${sql.raw(String(AT_ONCE))}))
      returning seq, type, subject, position, part, at
    ),
    given as (
      insert into events (number, type, subject, position, part, at)
      select coalesce((select max(number) from events), 0) + row_number() over (order by seq),
        type, subject, position, part, at
      from taken
    )
    select count(*)::int as numbered from taken`,
);

/**
 * Gives everything that was committed by now its number, in an order in which nothing comes before what
 * caused it. Answers whether nothing is left that had been committed before.
 *
 * Whoever gives numbers holds the lock until they are committed, so that no number is ever seen before a
 * lower one, by anybody. What is still being written has no row yet that this could see; it gets a
 * higher number, whenever it is committed. A row is taken out where it gets its number, so
 * that it gets one and no second.
 */
export async function numberEvents(db: Database): Promise<boolean> {
  const [answer] = await isAnythingLeft.execute(db, {});
  if (!answer?.left) return true;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    if ((await inTransaction(db, numberSome)) < AT_ONCE) return true;
  }
  return false;
}

async function numberSome(tx: Database): Promise<number> {
  // A statement of its own: what the next one sees begins when the lock is there.
  await lock.execute(tx, {});
  const [answer] = await number.execute(tx, {});
  return answer?.numbered ?? 0;
}
