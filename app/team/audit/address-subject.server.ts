import { eq } from 'drizzle-orm';
import { hashAddress, keyAddressHash } from '../../platform/address-hash.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../platform/secrets.server.ts';
import { auditLog } from '../../platform/tables.server.ts';
import { authUsers } from '../tables.server.ts';

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

/**
 * Takes a plain address out of the log, where somebody without an account tried to sign in, signed up
 * or asked for a new password: what is left names it as it names visitors. Says how many entries.
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
