import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.server.ts';

export const DELETED_AT_ONCE = 1000;

/**
 * Deletes up to 1,000 of the rows and returns how many, so that no transaction holds many locks, and the embedded
 * database answers others between two batches. Rows that another process is deleting are skipped.
 */
export async function deleteSome(
  tx: Database,
  table: PgTable,
  where: SQL | undefined,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${where} limit ${DELETED_AT_ONCE} for update skip locked
    ))
    returning 1`);
  return rows.length;
}
