import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

const TEAM_LOCK = 7_304_513;

/**
 * Held by everything that creates or removes admins, so that two admins who suspend each other at once do not
 * leave an installation without one.
 */
export async function lockTeam(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`);
}
