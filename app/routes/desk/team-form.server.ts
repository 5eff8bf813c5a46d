import * as v from 'valibot';
import { email } from './form-fields.server.ts';
import { id, uuid } from '../../platform/fields.ts';
import { ROLES } from '../../team/members/roles.ts';

const role = v.picklist(ROLES);

/** What the forms of /team send. */
export const teamForm = v.variant('intent', [
  v.object({ intent: v.picklist(['decline', 'suspend', 'restore']), id }),
  v.object({ intent: v.picklist(['approve', 'role']), id, role }),
  v.object({ intent: v.literal('invite'), email, role }),
  v.object({ intent: v.literal('revoke'), id: uuid }),
]);
