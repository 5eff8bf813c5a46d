import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { retell, retellPieces } from '../../../platform/retell.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { toSent, type Sent } from '../../../platform/sent.ts';
import { detailsOf } from './audit-details.ts';

export const AUDIT_PAGE_SIZE = 50;

export interface AuditPage {
  readonly entries: readonly Sent<typeof auditLog.$inferSelect>[];
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

/** Translates an entry into the reader's language. */
function toRead(row: typeof auditLog.$inferSelect): AuditPage['entries'][number] {
  const { action, subject, detail } = row;
  return toSent({
    ...row,
    subject: subject && retell(subject, ['Publication {revision}']),
    detail: detail && retellPieces(detail, detailsOf(action)),
  });
}
