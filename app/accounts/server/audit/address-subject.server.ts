import { eq } from 'drizzle-orm';
import { hashAddress, keyAddressHash } from '../../../platform/address-hash.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { authUsers } from '../tables.server.ts';

export const KEYED = 'hmac-sha256:';

/**
 * Returns the keyed hash by which the audit log and blocks name a visitor. These outlive the visitor, so they
 * must not contain the address, and the table alone must not allow finding it by guessing.
 */
export function addressSubject(db: Database, email: string): Promise<string> {
  return subjectOfHash(db, hashAddress(email));
}

/** Converts an unkeyed hash, which former versions stored. */
export async function subjectOfHash(db: Database, addressHash: string): Promise<string> {
  const secret = await readOrCreateSecret(db, 'audit-subject');
  return KEYED + keyAddressHash(secret, addressHash);
}

/**
 * Replaces the plain address of failed sign-ins, sign-ups and password resets with its keyed hash, unless an
 * account has the address. Returns the number of changed entries.
 */
export async function keySubjectsOf(tx: Database, email: string): Promise<number> {
  const [account] = await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(eq(authUsers.email, email));
  if (account) return 0;
  const keyed = await tx
    .update(auditLog)
    .set({ subject: await addressSubject(tx, email) })
    .where(eq(auditLog.subject, email))
    .returning({ id: auditLog.id });
  return keyed.length;
}
