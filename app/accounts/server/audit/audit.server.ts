import { desc, eq, asc, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { retranslate, retranslateParts } from '../../../platform/retranslate.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { toSent, type Sent } from '../../../platform/sent.ts';
import type { AuditAction } from '../../../platform/change/audit-actions.ts';
import type { Sentence } from '../../../platform/translate.ts';

/**
 * All details that the audit log can contain. `tests/unit/whole-language.test.ts` compares this list with the
 * code.
 */
const AUDIT_DETAILS = [
  '{role} → {role2}, as the provider says',
  '{role}, address not proved',
  '{from} to {to}, {length} rows',
  'Your account at {name} has no role here. Please ask an admin.',
  'Your account is suspended.',
  'Your account is waiting for approval by an admin.',
  'Please verify your email first. We have just sent you a new link for that.',
  'Login failed - no user data returned.',
  'asked for the role {role}',
  'the provider says {role}',
  'first admin, by the set-up link',
  'by whoever reads mails to that address',
  'authenticator app',
  'passkey',
  'it answered 410 Gone',
  'nothing was received for three days',
  'with what messages say',
  'message {number} of {conversation}',
  'by its visitor',
  'message {number}',
  'label {id} put on',
  'label {id} taken off',
  'until {time}',
  'brought back',
  'conversations: {number}',
  'visitors: {number}',
  'browsers: {number}',
  'reports: {number}',
  'audit entries: {number}',
  'the address of a block',
  '{count} conversation|{count} conversations',
  '{count} message|{count} messages',
  '{count} file|{count} files',
  '{count} browser|{count} browsers',
  '{count} mail|{count} mails',
  '{count} draft|{count} drafts',
  '{count} sign-up|{count} sign-ups',
  '{count} mention in the audit log|{count} mentions in the audit log',
  '{count} review deleted|{count} reviews deleted',
  '{count} review without name and address|{count} reviews without name and address',
  '{count} order without name and words|{count} orders without name and words',
  '{count} service|{count} services',
  '{count} row|{count} rows',
  '{count} account|{count} accounts',
  '{count} member|{count} members',
  '{count} minute|{count} minutes',
  '{count} day|{count} days',
  'no topics',
  'always',
  'always open',
  'any number',
  'nothing',
  'none',
  'kept',
  'files',
  'queue',
  'answer',
  'summary',
  'agent',
  'support',
  'manager',
  'admin',
  'by {model} at {host}',
  'by {name}',
] as const satisfies readonly Sentence[];

/**
 * Actions whose details contain user input. Such input must not be translated, even if it equals a known
 * detail: a label called 'files' keeps its name.
 */
const OF_ONE: Readonly<Partial<Record<string, readonly Sentence[]>>> = {
  'api-key-created': [],
  'api-key-revoked': [],
  'catalogue-published': ['{titles} and {number} more'],
  'catalogue-undone': ['{titles} and {number} more'],
  'conversation-noted': [],
  'file-refused': [],
  'label-added': [],
  'label-changed': [],
  'label-removed': [],
  'order-marked-paid': [],
  'order-refunded': [],
  'session-ended': ['{browser} on {system}', 'A browser'],
} satisfies Partial<Record<AuditAction, readonly Sentence[]>>;

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
    subject: subject && retranslate(subject, ['Publication {revision}']),
    detail: detail && retranslateParts(detail, detailsOf(action)),
  });
}

/** Returns the translatable details of an action. */
export function detailsOf(action: string): readonly Sentence[] {
  return OF_ONE[action] ?? AUDIT_DETAILS;
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
