/** What is written down, and how the log says it. */
export const AUDIT_ACTIONS = {
  'sign-in-failed': 'Sign-in failed',
  'sign-in-refused': 'Sign-in refused',
  'signed-out-everywhere': 'Signed out everywhere',
  'account-requested': 'Account requested',
  'account-created': 'Account created',
  'email-verified': 'Email verified',
  'password-reset-requested': 'Password reset requested',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  approved: 'Approved',
  declined: 'Declined',
  'role-changed': 'Role changed',
  suspended: 'Suspended',
  restored: 'Restored',
  invited: 'Invited',
  'invitation-revoked': 'Invitation withdrawn',
  'invitation-accepted': 'Invitation accepted',
  'data-reset': 'All data reset',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
