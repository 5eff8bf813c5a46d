import { lt, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { confirmationRequests, confirmedBrowsers } from './tables.server.ts';

/** As long as this the link of a mail can still say that it was used, and stop further mails. */
const REQUESTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** What proves nothing any more is not kept. */
export async function forgetConfirmations(db: Database, clock: Clock): Promise<void> {
  await db.delete(confirmedBrowsers).where(lt(confirmedBrowsers.expiresAt, sql`now()`));
  const before = new Date(clock.now().getTime() - REQUESTS_KEPT_MS);
  await db.delete(confirmationRequests).where(lt(confirmationRequests.expiresAt, before));
}
