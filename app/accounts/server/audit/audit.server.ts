import { desc, eq, asc, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { showStored } from '../../../platform/stored-message.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { toSent } from '../../../platform/sent.ts';

export const AUDIT_PAGE_SIZE = 50;

export interface AuditPage {
  readonly entries: readonly ReturnType<typeof toRead>[];
  readonly hasOlder: boolean;
}

/** Pages count from 1. */
export async function readAudit(db: Database, page: number): Promise<AuditPage> {
  const rows = await db
    .select()
    .from(auditLog)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(AUDIT_PAGE_SIZE + 1)
    .offset((page - 1) * AUDIT_PAGE_SIZE);
  return {
    entries: rows.slice(0, AUDIT_PAGE_SIZE).map(toRead),
    hasOlder: rows.length > AUDIT_PAGE_SIZE,
  };
}

export async function readAuditOf(db: Database, subject: string): Promise<AuditPage['entries']> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(20);
  return rows.map(toRead);
}

/** Shows an entry in the reader's language. */
function toRead({ subjectMessage, detailMessage, ...row }: typeof auditLog.$inferSelect) {
  return toSent({
    ...row,
    subject: showStored(subjectMessage, row.subject),
    detail: showStored(detailMessage, row.detail),
  });
}

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
