import type { Member } from './member.ts';
import { ROLES, type Role } from './roles.ts';

/**
 * The permissions of each role (rule 191), used by pages, HTTP and sockets alike. Access to a member's own
 * visitors is decided per conversation by `chat/server/access.server.ts`.
 */
const ALLOWED = {
  'use-portal': ['agent', 'support', 'manager', 'admin'],
  /** They can choose to answer visitors. `mayGet` in `who-gets-visitors.server.ts` decides who does. */
  'choose-to-answer': ['manager', 'admin'],
  'take-from-queue': ['support', 'manager', 'admin'],
  'see-every-conversation': ['manager', 'admin'],
  'reassign-visitors': ['manager', 'admin'],
  'set-capacities': ['manager', 'admin'],
  'manage-teams': ['manager', 'admin'],
  'manage-shared-replies': ['manager', 'admin'],
  'manage-catalogue': ['manager', 'admin'],
  'manage-labels': ['manager', 'admin'],
  /** Covers all orders, including decisions about money. Other roles handle the orders of their own visitors. */
  'manage-orders': ['manager', 'admin'],
  'manage-coupons': ['manager', 'admin'],
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

/** Returns false without a member. */
export function may(member: Pick<Member, 'role'> | undefined, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED[permission];
  return member !== undefined && roles.includes(member.role);
}

/** The roles with this permission, for SQL queries. */
export function rolesThatMay(permission: Permission): Role[] {
  return ROLES.filter((role) => may({ role }, permission));
}
