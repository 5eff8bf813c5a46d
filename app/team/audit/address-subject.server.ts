import { eq, like } from 'drizzle-orm';
import { keyAddressHash } from '../../platform/address-hash.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../platform/secrets.server.ts';
import { auditLog } from '../../platform/tables.server.ts';

const UNKEYED = 'sha256:';

/**
 * How the audit log names a visitor, by the hash of their address: it outlives them, so it must
 * not hold the address, nor what an address can be found by with the log alone.
 */
export async function addressSubject(db: Database, addressHash: string): Promise<string> {
  const secret = await readOrCreateSecret(db, 'audit-subject');
  return `hmac-sha256:${keyAddressHash(secret, addressHash)}`;
}

/** Gives entries from before there was a secret their present subject. Doing it twice is harmless. */
export async function keyOldSubjects(db: Database): Promise<void> {
  const old = await db
    .selectDistinct({ subject: auditLog.subject })
    .from(auditLog)
    .where(like(auditLog.subject, `${UNKEYED}%`));
  for (const { subject } of old) {
    if (subject === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- once in an installation's life, a row at a time
    const keyed = await addressSubject(db, subject.slice(UNKEYED.length));
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(auditLog).set({ subject: keyed }).where(eq(auditLog.subject, subject));
  }
}
