import { asc, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';

export const AUDIT_EXPIRED_AT_ONCE = 1000;

/** Deletes a batch of entries and returns their number. Rows that another process has locked are skipped. */
export async function expireAudit(tx: Database, before: Date): Promise<number> {
  const claimed = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, before))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(AUDIT_EXPIRED_AT_ONCE)
    .for('update', { skipLocked: true });
  if (claimed.length === 0) return 0;
  const ids = claimed.map(({ id }) => id);
  await tx.delete(auditLog).where(inArray(auditLog.id, ids));
  return ids.length;
}

export function countExpiredAudit(db: Database, before: Date): Promise<number> {
  return db.$count(auditLog, lt(auditLog.at, before));
}
