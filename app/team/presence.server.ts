import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { profiles } from './tables.server.ts';

/** How often a server that holds sockets of the team says so. */
export const PRESENCE_RENEWAL_MS = 15_000;

/**
 * Moves the lease of these people forward. Nobody takes it back: a closed tab or a killed server
 * drops out when the lease ends, which is also what "recently connected" means for assignment.
 */
export async function renewPresence(db: Database, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length === 0) return;
  await db
    .update(profiles)
    .set({ connectedUntil: sql`clock_timestamp() + interval '45 seconds'` })
    .where(inArray(profiles.id, [...agentIds]));
}
