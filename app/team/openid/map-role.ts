import type { RoleOf } from '../../platform/openid-settings.server.ts';
import type { Role } from '../members/roles.ts';

/** What somebody is here by what they are at the provider: the first line that fits; undefined for none. */
export function mapRole(roles: readonly RoleOf[], groups: readonly string[]): Role | undefined {
  return roles.find(({ value }) => value === '*' || groups.includes(value))?.role;
}
