import { and, eq, gte, like, lt, or } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { authUsers } from '../tables.server.ts';
import { createHmac, hash } from 'node:crypto';
import { normalizeEmail } from '../../../platform/email.ts';

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

/**
 * Hashes an email address, so that an erased address is recognized when somebody types it again but
 * cannot be read from the stored value.
 */
export function hashAddress(email: string): string {
  return hash('sha256', normalizeEmail(email));
}

/**
 * Keys the result of {@link hashAddress} with the installation's secret, so that a leaked table
 * cannot be searched by guessing addresses. The input is a hash, so that rows written without the
 * secret can be keyed later.
 */
function keyAddressHash(secret: string, addressHash: string): string {
  return createHmac('sha256', secret).update(`address ${addressHash}`).digest('hex');
}

const UNKEYED = 'sha256:';

/**
 * Converts subjects from before the keyed hash. Idempotent. It runs at every start, so it reads ranges of the index:
 * `like` alone reads the whole log in most collations. Hexadecimal digits are sorted before 'g', except that some languages
 * sort 'aa' behind 'z'.
 */
export async function keyOldSubjects(db: Database): Promise<void> {
  const isBetween = (least: string, above: string) =>
    and(
      gte(auditLog.subject, `${UNKEYED}${least}`),
      lt(auditLog.subject, `${UNKEYED}${above}`),
      like(auditLog.subject, `${UNKEYED}%`),
    );
  const old = await db
    .selectDistinct({ subject: auditLog.subject })
    .from(auditLog)
    .where(or(isBetween('', 'g'), isBetween('aa', 'aag')));
  for (const { subject } of old) {
    if (subject === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- once in an installation's life, a row at a time
    const keyed = await subjectOfHash(db, subject.slice(UNKEYED.length));
    // oxlint-disable-next-line no-await-in-loop -- the same
    await db.update(auditLog).set({ subject: keyed }).where(eq(auditLog.subject, subject));
  }
}
