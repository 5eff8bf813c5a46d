import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';

/** Any constant; it only has to be the same in every process of one installation. */
const TEAM_LOCK = 7_304_513;

/**
 * Held by whatever makes or unmakes admins, so that two of them who suspend each other at the
 * same moment do not leave an installation without one.
 */
export async function lockTeam(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`);
}
