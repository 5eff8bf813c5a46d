import { eq, like } from 'drizzle-orm';
import { hashAddress, keyAddressHash } from '../../platform/address-hash.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../platform/secrets.server.ts';
import { auditLog } from '../../platform/tables.server.ts';

const UNKEYED = 'sha256:';
export const KEYED = 'hmac-sha256:';

/**
 * How the audit log and blocks name a visitor, by the hash of their address: it outlives them, so it
 * must not hold the address, nor what an address can be found by with the table alone.
 */
export function addressSubject(db: Database, email: string): Promise<string> {
  return subjectOfHash(db, hashAddress(email));
}

/** The same for a hash that was written down before there was a secret. */
export async function subjectOfHash(db: Database, addressHash: string): Promise<string> {
  const secret = await readOrCreateSecret(db, 'audit-subject');
  return KEYED + keyAddressHash(secret, addressHash);
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
    const keyed = await subjectOfHash(db, subject.slice(UNKEYED.length));
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(auditLog).set({ subject: keyed }).where(eq(auditLog.subject, subject));
  }
}
