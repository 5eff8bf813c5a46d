import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { profiles } from '../tables.server.ts';

export async function setAcceptsChats(
  tx: Database,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await tx.update(profiles).set({ acceptsChats }).where(eq(profiles.id, memberId));
}

export async function readAcceptsChats(db: Database, memberId: string): Promise<boolean> {
  const [row] = await db
    .select({ acceptsChats: profiles.acceptsChats })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  return row?.acceptsChats ?? false;
}

/** The interval at which servers renew the leases of connected members. */
export const PRESENCE_RENEWAL_MS = 15_000;

const LEASE = sql`interval '45 seconds'`;

/** Returns SQL for the time of the last connection, accurate to 15 seconds. */
export const lastConnected = (profile: 'holder'): SQL =>
  sql`${sql.raw(profile)}.connected_until - ${LEASE}`;

/**
 * Extends the leases of connected members. Leases expire on their own, so that closed tabs and killed servers
 * need no cleanup. A lease far in the future dates from before the clock was set back and is removed; small
 * corrections are common and ignored.
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
