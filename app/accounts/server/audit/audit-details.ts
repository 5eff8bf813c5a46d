import type { AuditAction } from '../../../platform/change/audit-actions.ts';
import type { Sentence } from '../../../platform/say.ts';

/**
 * All details that the audit log can contain. `tests/unit/whole-language.test.ts` compares this list with the
 * code.
 */
export const AUDIT_DETAILS = [
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

/** Returns the translatable details of an action. */
export function detailsOf(action: string): readonly Sentence[] {
  return OF_ONE[action] ?? AUDIT_DETAILS;
}
