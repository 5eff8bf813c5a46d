import { sql } from 'drizzle-orm';
import { inTransaction } from '../change/in-transaction.server.ts';
import type { Database } from '../db/database.server.ts';

/** Held while numbers are given, until they are committed. */
const NUMBERS_LOCK = 7_401_952;

/** Numbered in one transaction: a few milliseconds. */
const AT_ONCE = 1000;

/** So many in one call; what is left is the next call's. */
const BATCHES = 20;

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
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    if (!(await isAnythingUnnumbered(db))) return true;
    // oxlint-disable-next-line no-await-in-loop
    await inTransaction(db, numberSome);
  }
  return false;
}

async function isAnythingUnnumbered(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from unnumbered_events limit 1`);
  return rows.length > 0;
}

async function numberSome(tx: Database): Promise<void> {
  // A statement of its own: what the next one sees begins when the lock is there.
  await tx.execute(sql`select pg_advisory_xact_lock(${NUMBERS_LOCK})`);
  await tx.execute(sql`
    with taken as (
      delete from unnumbered_events
      where seq = any(array(select seq from unnumbered_events order by seq limit ${AT_ONCE}))
      returning seq, type, subject, position, part, at
    )
    insert into events (number, type, subject, position, part, at)
    select coalesce((select max(number) from events), 0) + row_number() over (order by seq),
      type, subject, position, part, at
    from taken`);
}
