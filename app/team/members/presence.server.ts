import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { profiles } from '../tables.server.ts';

/** How often a server that holds sockets of the team says so. */
export const PRESENCE_RENEWAL_MS = 15_000;

const LEASE = sql`interval '45 seconds'`;

/** When a server last held one of the person's sockets, as far as their lease says; at most 15 seconds off. */
export const lastConnected = (profile: 'holder'): SQL =>
  sql`${sql.raw(profile)}.connected_until - ${LEASE}`;

/**
 * Moves the lease of these people forward. Nobody takes it back: a closed tab or a killed server
 * drops out when the lease ends, which is also what "recently connected" means for assignment.
 * A lease that ends far later than one can was given before the clock was set back: it is over, or
 * visitors would be given to somebody who left an hour ago. By a little, clocks are corrected often.
 */
export async function renewPresence(tx: Database, agentIds: readonly string[]): Promise<void> {
  await tx
    .update(profiles)
    .set({ connectedUntil: null })
    .where(sql`${profiles.connectedUntil} > clock_timestamp() + 2 * ${LEASE}`);
  if (agentIds.length === 0) return;
  await tx
    .update(profiles)
    .set({ connectedUntil: sql`clock_timestamp() + ${LEASE}` })
    .where(inArray(profiles.id, [...agentIds]));
}
