import type { Member } from './member.ts';
import type { Role } from './roles.ts';

/**
 * What each role may do (DECISIONS 22). Pages, HTTP and sockets all ask here, so that a role
 * means one thing everywhere. Seeing and answering one's own visitors is decided for each
 * conversation by `conversation/access.server.ts`.
 */
const ALLOWED = {
  'use-portal': ['agent', 'support', 'manager', 'admin'],
  'take-from-queue': ['support', 'manager', 'admin'],
  'see-every-conversation': ['manager', 'admin'],
  'reassign-visitors': ['manager', 'admin'],
  'set-capacities': ['manager', 'admin'],
  'manage-shared-replies': ['manager', 'admin'],
  'read-reports': ['manager', 'admin'],
  'moderate-reviews': ['manager', 'admin'],
  'block-visitors': ['manager', 'admin'],
  'manage-accounts': ['admin'],
  'manage-integrations': ['admin'],
  'change-settings': ['admin'],
  'read-audit-log': ['admin'],
  'manage-outbox': ['admin'],
  'export-visitors': ['admin'],
  'erase-visitors': ['admin'],
  'reset-everything': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ALLOWED;

export const PERMISSIONS = Object.keys(ALLOWED) as Permission[];

/** Whether this person may do this; nobody who is not signed in may do any of it. */
export function may(member: Pick<Member, 'role'> | undefined, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED[permission];
  return member !== undefined && roles.includes(member.role);
}
