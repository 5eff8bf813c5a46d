import { may } from '../../team/members/permissions.ts';
import { ROLES, type Role } from '../../team/members/roles.ts';

/** Who is told of visitors that nobody has yet. */
export const QUEUE_ROLES: readonly Role[] = ROLES.filter((role) =>
  may({ role }, 'take-from-queue'),
);
