import { may } from '../team/permissions.ts';
import { ROLES, type Role } from '../team/roles.ts';

/** Who is told of visitors that nobody has yet. */
export const QUEUE_ROLES: readonly Role[] = ROLES.filter((role) =>
  may({ role }, 'take-from-queue'),
);
