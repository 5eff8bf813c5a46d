import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';

/** Any constant; it only has to be the same in every process of one installation. */
const CATALOGUE_LOCK = 7_304_521;

/** One publication at a time: of two at once the second sees what the first made. */
export async function lockCatalogue(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
}
