import type { AuditAction } from './audit-actions.ts';

/** Who asks, and in which request: what every entry of the log needs. */
export interface Trace {
  readonly member: { readonly id: string; readonly email: string } | undefined;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId?: string;
  /** Normally an e-mail address. */
  readonly subject?: string;
  readonly detail?: string;
}
