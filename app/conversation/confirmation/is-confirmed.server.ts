import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';

/**
 * Whether this browser has proved that it reads the mail of this visitor's address (DECISIONS 33).
 * What of an address goes beyond the browser's own conversation is shown where this holds, and
 * nowhere else.
 */
export async function isConfirmed(
  db: Database,
  browserId: string,
  visitorId: string,
): Promise<boolean> {
  const { rows } = await db.execute<{ is_confirmed: boolean }>(
    sql`select ${isConfirmedSql(sql`${browserId}::uuid`, sql`${visitorId}::uuid`)} as is_confirmed`,
  );
  return rows[0]?.is_confirmed ?? false;
}

/** The same as a condition of a query, by the one clock that all processes share. */
export function isConfirmedSql(browserId: SQL, visitorId: SQL): SQL {
  return sql`exists (
    select 1 from confirmed_browsers confirmed
    where confirmed.browser_id = ${browserId} and confirmed.visitor_id = ${visitorId}
      and confirmed.expires_at > clock_timestamp()
  )`;
}
