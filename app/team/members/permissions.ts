import type { Member } from './member.ts';
import { ROLES, type Role } from './roles.ts';

/**
 * What each role may do (DECISIONS 22). Pages, HTTP and sockets all ask here, so that a role
 * means one thing everywhere. Seeing and answering one's own visitors is decided for each
 * conversation by `conversation/access.server.ts`.
 */
const ALLOWED = {
  'use-portal': ['agent', 'support', 'manager', 'admin'],
  /** New visitors come to them by themselves. */
  'be-given-visitors': ['agent'],
  /** Colleagues hand visitors to them; they say whether they accept chats, and how many at once. */
  'answer-visitors': ['agent', 'support'],
  'take-from-queue': ['support', 'manager', 'admin'],
  'see-every-conversation': ['manager', 'admin'],
  'reassign-visitors': ['manager', 'admin'],
  'set-capacities': ['manager', 'admin'],
  'manage-teams': ['manager', 'admin'],
  'manage-shared-replies': ['manager', 'admin'],
  'manage-catalogue': ['manager', 'admin'],
  'manage-labels': ['manager', 'admin'],
  /** Every order, and what is decided about money; others those of the visitors they have. */
  'manage-orders': ['manager', 'admin'],
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

/** The roles that may do this, for questions that the database answers. */
export function rolesThatMay(permission: Permission): Role[] {
  return ROLES.filter((role) => may({ role }, permission));
}
