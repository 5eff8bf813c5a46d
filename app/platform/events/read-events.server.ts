import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { numberEvents } from './number-events.server.ts';
import { events } from './tables.server.ts';

export const EVENTS_KEPT_DAYS = 90;

const DAY_MS = 24 * 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 10_000;

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

export type EventAbout = Pick<EventRow, 'type' | 'subject' | 'position'>;

/** Returns undefined for an event that was never logged or has expired. */
export async function findEventNumber(
  db: Database,
  { type, subject, position }: EventAbout,
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
 * Deletes expired events from the lowest number on. The newest event stays, because numbering
 * continues after it.
 */
export async function forgetEvents(tx: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  await tx.execute(sql`
    with lowest as materialized (
      select number, at from events order by number limit ${FORGOTTEN_AT_ONCE}
    )
    delete from events where number = any(array(
      select number from lowest
      where number < coalesce(
        (select min(number) from lowest where at >= ${before.toISOString()}::timestamptz),
        (select max(number) from lowest))))`);
}
