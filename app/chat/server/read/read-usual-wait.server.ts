import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isWithin, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import { usualMinutes } from '../../protocol/desk-state.ts';

const ANSWERS_MEASURED = 500;

const KEPT_MS = 5 * 60 * 1000;

interface Kept {
  readonly hours: string;
  readonly until: number;
  readonly minutes: Promise<number | null>;
}

/**
 * Every page with a chat button needs this value, and it changes slowly. It is cached for minutes and
 * measured anew when the chat hours change.
 */
const kept = new WeakMap<Database, Kept>();

/**
 * Returns the median wait in minutes of the last 30 days, for questions within the chat hours. Null if the
 * sample is too small.
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
    // Another measurement with other hours may have replaced this one.
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
