import type { AuditAction } from './audit-actions.ts';

export interface Trace {
  readonly member: { readonly id: string; readonly email: string } | undefined;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId?: string;
  /** Normally an email address. */
  readonly subject?: string;
  readonly detail?: string;
}
