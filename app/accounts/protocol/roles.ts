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

/** Names a role within a sentence. A newer version may have written one that this version does not know. */
export function nameRole(role: string): string {
  switch (role) {
    case 'agent':
      return t('agent');
    case 'admin':
      return t('admin');
    case 'manager':
      return t('manager');
    case 'support':
      return t('support');
    default:
      return role;
  }
}

export function getRoleLabel(role: Role): string {
  return t(ROLE_NAMES[role]);
}
