import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { DELETED_AT_ONCE } from '../db/delete-some.server.ts';
import { events } from './tables.server.ts';
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

export const EVENTS_EXPIRE_AFTER_DAYS = 90;

const DAY_MS = 24 * 60 * 60 * 1000;

export type EventRow = typeof events.$inferSelect;

export interface EventPage {
  readonly events: readonly EventRow[];
  readonly newest: number;
  readonly oldest: number;
}

/**
 * Returns up to `limit` events after this number, including everything that is committed by now.
 */
export async function readEventsAfter(
  db: Database,
  after: number,
  limit: number,
): Promise<EventPage> {
  await numberEvents(db);
  const { rows } = await db.execute<{ oldest: string | null; newest: string | null }>(
    sql`select min(number)::text as oldest, max(number)::text as newest from events`,
  );
  const found = await db
    .select()
    .from(events)
    .where(gt(events.number, after))
    .orderBy(asc(events.number))
    .limit(limit);
  // Events may have been numbered between the two queries.
  const newest = Math.max(Number(rows[0]?.newest ?? 0), found.at(-1)?.number ?? 0);
  return { events: found, newest, oldest: Number(rows[0]?.oldest ?? 1) };
}

export type EventAbout = Pick<EventRow, 'type' | 'subject' | 'position'> & {
  /** Needed if a subject can have several such events without a position. */
  readonly part?: string;
};

/** Returns undefined for an event that was never logged or has expired. */
export async function findEventNumber(
  db: Database,
  { type, subject, position, part }: EventAbout,
): Promise<number | undefined> {
  const find = async () => {
    const [found] = await db
      .select({ number: events.number })
      .from(events)
      .where(
        and(
          eq(events.subject, subject),
          eq(events.type, type),
          position === null ? isNull(events.position) : eq(events.position, position),
          part === undefined ? undefined : eq(events.part, part),
        ),
      )
      .limit(1);
    return found?.number;
  };
  const known = await find();
  if (known !== undefined) return known;
  await numberEvents(db);
  return find();
}

/**
 * Deletes a batch of expired events from the lowest number on. The newest event stays, because numbering
 * continues after it.
 */
export async function forgetEvents(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - EVENTS_EXPIRE_AFTER_DAYS * DAY_MS);
  const { rows } = await tx.execute(sql`
    with lowest as materialized (
      select number, at from events order by number limit ${DELETED_AT_ONCE}
    )
    delete from events where number = any(array(
      select number from lowest
      where number < coalesce(
        (select min(number) from lowest where at >= ${before.toISOString()}::timestamptz),
        (select max(number) from lowest))))
    returning number`);
  return rows.length;
}

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
