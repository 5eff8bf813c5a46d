import { t, type Sentence, msg } from '../../i18n/translate.ts';
/** The roles of rule 178. Their permissions are in rule 191. */
export const ROLES = ['agent', 'admin', 'manager', 'support'] as const;

export type Role = (typeof ROLES)[number];

export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value);
}

export const ROLE_NAMES = {
  agent: msg('Agent'),
  admin: msg('Admin'),
  manager: msg('Manager'),
  support: msg('Support'),
} as const satisfies Readonly<Record<Role, Sentence>>;

export function getRoleLabel(role: Role): string {
  return t(ROLE_NAMES[role]);
}
