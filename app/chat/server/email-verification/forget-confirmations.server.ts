import { lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { confirmationRequests, confirmedBrowsers } from './tables.server.ts';

/** For this period a used link can still say that it was used, and stop further emails. */
const REQUESTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export async function forgetConfirmations(tx: Database, clock: Clock): Promise<void> {
  await tx.delete(confirmedBrowsers).where(lt(confirmedBrowsers.expiresAt, sql`now()`));
  const before = new Date(clock.now().getTime() - REQUESTS_KEPT_MS);
  await tx.delete(confirmationRequests).where(lt(confirmationRequests.expiresAt, before));
}
