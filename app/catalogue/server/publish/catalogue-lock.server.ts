import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';

/** The constant is arbitrary, but it must be the same in every process of an installation. */
const CATALOGUE_LOCK = 7_304_521;

/** Serializes publications until the transaction ends, so that the second publication sees the result of the first. */
export async function lockCatalogue(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`);
}
