import type { StoredMessage } from '../stored-message.ts';
import type { AuditAction } from './audit-actions.ts';

export interface Trace {
  readonly member: { readonly id: string; readonly email: string } | undefined;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId?: string;
  /** Normally an email address, by which entries are found. */
  readonly subject?: string;
  /** Instead of `subject`, for a subject that has to be translated. */
  readonly subjectMessage?: StoredMessage;
  readonly detail?: StoredMessage;
}
