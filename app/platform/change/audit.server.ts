import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { auditLog } from '../tables.server.ts';
import type { AuditAction } from './audit-actions.ts';

/** Who asks, and in which request: what every entry of the log needs. */
export interface Trace {
  readonly member: { readonly id: string; readonly email: string } | undefined;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId?: string;
  /** Normally an e-mail address. */
  readonly subject?: string;
  readonly detail?: string;
}

/** Writes an entry; inside the transaction of what it tells about, so that both happen or none. */
export async function recordAudit(
  tx: Database,
  clock: Clock,
  trace: Trace,
  entry: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({
    ...entry,
    at: clock.now(),
    actorId: trace.member?.id,
    actorEmail: trace.member?.email,
    requestId: trace.requestId,
  });
}
