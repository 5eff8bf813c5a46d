import { eq, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import { conversations, visitors } from '../tables.server.ts';
import { confirmationRequests, confirmedBrowsers } from './tables.server.ts';

/**
 * Returns true if this browser has proved that it receives email for the visitor's address (rule 169).
 * Data beyond the browser's own conversation may be shown only in that case.
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

/** The same as an SQL condition. It compares with the database clock, which all processes share. */
export function isConfirmedSql(browserId: SQL, visitorId: SQL): SQL {
  return sql`exists (
    select 1 from confirmed_browsers confirmed
    where confirmed.browser_id = ${browserId} and confirmed.visitor_id = ${visitorId}
      and confirmed.expires_at > clock_timestamp()
  )`;
}

/** Returns the conversation's email address if this browser has verified it. */
export async function confirmedEmail(
  db: Database,
  browserId: string,
  conversationId: string,
): Promise<string | undefined> {
  const [visitor] = await db
    .select({ id: visitors.id, email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return visitor && (await isConfirmed(db, browserId, visitor.id)) ? visitor.email : undefined;
}

/** For this period a used link can still say that it was used, and stop further emails. */
const REQUESTS_EXPIRE_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

export async function forgetConfirmations(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - REQUESTS_EXPIRE_AFTER_MS);
  return (
    (await deleteSome(tx, confirmedBrowsers, lt(confirmedBrowsers.expiresAt, sql`now()`))) +
    (await deleteSome(tx, confirmationRequests, lt(confirmationRequests.expiresAt, before)))
  );
}
