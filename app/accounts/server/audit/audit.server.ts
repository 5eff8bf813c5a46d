import { desc, eq, asc, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { retranslate, retranslateParts } from '../../../platform/retranslate.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { toSent, type Sent } from '../../../platform/sent.ts';
import type { AuditAction } from '../../../platform/change/audit-actions.ts';
import { type Sentence, msg } from '../../../i18n/translate.ts';

/**
 * All details that the audit log can contain. `tests/unit/whole-language.test.ts` compares this list with the
 * code.
 */
const AUDIT_DETAILS = [
  msg('{role} → {role2}, as the provider says'),
  msg('{role}, address not proved'),
  msg('{from} to {to}, {length} rows'),
  msg('Your account at {name} has no role here. Please ask an admin.'),
  msg('Your account is suspended.'),
  msg('Your account is waiting for approval by an admin.'),
  msg('Please verify your email first. We have just sent you a new link for that.'),
  msg('Login failed - no user data returned.'),
  msg('asked for the role {role}'),
  msg('the provider says {role}'),
  msg('first admin, by the set-up link'),
  msg('by whoever reads mails to that address'),
  msg('authenticator app'),
  msg('passkey'),
  msg('it answered 410 Gone'),
  msg('nothing was received for three days'),
  msg('with what messages say'),
  msg('message {number} of {conversation}'),
  msg('by its visitor'),
  msg('message {number}'),
  msg('label {id} put on'),
  msg('label {id} taken off'),
  msg('until {time}'),
  msg('brought back'),
  msg('conversations: {number}'),
  msg('visitors: {number}'),
  msg('browsers: {number}'),
  msg('reports: {number}'),
  msg('audit entries: {number}'),
  msg('the address of a block'),
  msg('{count, plural, one {# conversation} other {# conversations}}'),
  msg('{count, plural, one {# message} other {# messages}}'),
  msg('{count, plural, one {# file} other {# files}}'),
  msg('{count, plural, one {# browser} other {# browsers}}'),
  msg('{count, plural, one {# mail} other {# mails}}'),
  msg('{count, plural, one {# draft} other {# drafts}}'),
  msg('{count, plural, one {# sign-up} other {# sign-ups}}'),
  msg('{count, plural, one {# mention} other {# mentions}} in the audit log'),
  msg('{count, plural, one {# review} other {# reviews}} deleted'),
  msg('{count, plural, one {# review} other {# reviews}} without name and address'),
  msg('{count, plural, one {# order} other {# orders}} without name and words'),
  msg('{count, plural, one {# service} other {# services}}'),
  msg('{count, plural, one {# row} other {# rows}}'),
  msg('{count, plural, one {# account} other {# accounts}}'),
  msg('{count, plural, one {# member} other {# members}}'),
  msg('{count, plural, one {# minute} other {# minutes}}'),
  msg('{count, plural, one {# day} other {# days}}'),
  msg('no topics'),
  msg('always'),
  msg('always open'),
  msg('any number'),
  msg('nothing'),
  msg('none'),
  msg('kept'),
  msg('files'),
  msg('queue'),
  msg('answer'),
  msg('summary'),
  msg('agent'),
  msg('support'),
  msg('manager'),
  msg('admin'),
  msg('by {model} at {host}'),
  msg('by {name}'),
] as const satisfies readonly Sentence[];

/**
 * Actions whose details contain user input. Such input must not be translated, even if it equals a known
 * detail: a label called 'files' keeps its name.
 */
const OF_ONE: Readonly<Partial<Record<string, readonly Sentence[]>>> = {
  'api-key-created': [],
  'api-key-revoked': [],
  'catalogue-published': [msg('{titles} and {number} more')],
  'catalogue-undone': [msg('{titles} and {number} more')],
  'conversation-noted': [],
  'file-refused': [],
  'label-added': [],
  'label-changed': [],
  'label-removed': [],
  'order-marked-paid': [],
  'order-refunded': [],
  'session-ended': [msg('{browser} on {system}'), msg('A browser')],
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
    subject: subject && retranslate(subject, [msg('Publication {revision}')]),
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
