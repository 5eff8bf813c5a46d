import { eq, like } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { subjectOfHash } from './address-subject.server.ts';

const UNKEYED = 'sha256:';

/** Converts subjects from before the keyed hash. Idempotent. */
export async function keyOldSubjects(db: Database): Promise<void> {
  const old = await db
    .selectDistinct({ subject: auditLog.subject })
    .from(auditLog)
    .where(like(auditLog.subject, `${UNKEYED}%`));
  for (const { subject } of old) {
    if (subject === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- once in an installation's life, a row at a time
    const keyed = await subjectOfHash(db, subject.slice(UNKEYED.length));
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(auditLog).set({ subject: keyed }).where(eq(auditLog.subject, subject));
  }
}
