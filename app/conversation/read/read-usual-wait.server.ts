import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { isWithin, type WeeklyHours } from '../../platform/weekly-hours.ts';
import { usualMinutes } from '../wire/desk-state.ts';

/** The newest answers of a month; more would say the same. */
const ANSWERS_MEASURED = 500;

const KEPT_MS = 5 * 60 * 1000;

interface Kept {
  readonly hours: string;
  readonly until: number;
  readonly minutes: Promise<number | null>;
}

/**
 * Asked by every page with a chat button, and changing by the day: measured every few minutes, and at
 * once where the hours it was measured within are others now.
 */
const kept = new WeakMap<Database, Kept>();

/**
 * The median wait of the last 30 days for those who asked while the chat was open, in minutes;
 * null when it says too little.
 */
export function readUsualMinutes(
  db: Database,
  now: Date,
  hours: WeeklyHours | undefined,
): Promise<number | null> {
  const key = JSON.stringify(hours ?? null);
  const known = kept.get(db);
  if (known?.hours === key && now.getTime() < known.until) return known.minutes;
  const measured = { hours: key, until: now.getTime() + KEPT_MS, minutes: measure(db, now, hours) };
  kept.set(db, measured);
  measured.minutes.catch(() => {
    // Another measurement, within other hours, may have taken its place.
    if (kept.get(db) === measured) kept.delete(db);
  });
  return measured.minutes;
}

async function measure(
  db: Database,
  now: Date,
  hours: WeeklyHours | undefined,
): Promise<number | null> {
  const { rows } = await db.execute<{ asked_at: Date; seconds: string }>(sql`
    select m.created_at as asked_at, extract(epoch from c.first_answered_at - m.created_at) as seconds
    from (
      select id, first_answered_at from conversations
      where first_answered_at > ${now.toISOString()}::timestamptz - interval '30 days'
      order by first_answered_at desc limit ${ANSWERS_MEASURED}
    ) c
    join visitor_messages m on m.conversation_id = c.id and m.number = 1 and not m.is_agent
      and m.removal_number is null`);
  const waits = rows.filter((row) => !hours || isWithin(hours, new Date(row.asked_at)));
  return usualMinutes(waits.map(({ seconds }) => Number(seconds)));
}
