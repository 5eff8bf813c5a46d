import { rolesThatMay } from '../../team/members/permissions.ts';

/** Who is told of visitors that nobody has yet. */
export const QUEUE_ROLES = rolesThatMay('take-from-queue');
