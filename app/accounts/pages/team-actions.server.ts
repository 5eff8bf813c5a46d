import { sayApproved, sayInvited } from './say-members.ts';
import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import {
  approve,
  giveRole,
  restore,
  suspend,
} from '../../chat/server/assignment/change-standing.server.ts';
import { requireFreshProof } from '../server/factors/proof.ts';
import { resetFactors } from '../server/factors/remove-factors.server.ts';
import { invite, revokeInvitation } from '../server/members/invitations.server.ts';
import { declineMember } from '../server/members/manage-members.server.ts';
import { sayRole, ROLES } from '../protocol/roles.ts';
import { RefusedError } from '../../platform/errors.ts';
import { id, uuid } from '../../platform/fields.ts';
import { may } from '../protocol/permissions.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';
import { email } from '../../portal/pages/form-fields.server.ts';
import {
  manageTeams,
  TEAM_GROUP_FORMS,
  TEAM_GROUP_LISTS,
} from '../../chat/pages/team-groups-form.server.ts';

const LIMIT = { name: 'team-action', burst: 60, perMinute: 60 };
const INVITATION_LIMIT = { name: 'invitation', burst: 20, perMinute: 2 };

const role = v.picklist(ROLES);

const teamForm = v.variant('intent', [
  v.object({ intent: v.picklist(['decline', 'suspend', 'restore', 'reset-factors']), id }),
  v.object({ intent: v.picklist(['approve', 'role']), id, role }),
  v.object({ intent: v.literal('invite'), email, role }),
  v.object({ intent: v.literal('revoke'), id: uuid }),
  ...TEAM_GROUP_FORMS,
]);
const door = { admit: whoMayOpen('/team'), limit: LIMIT, lists: TEAM_GROUP_LISTS };

/** Managers may only manage teams. Accounts require the permission of an admin. */
export const action = formAction(teamForm, door, async (form, { host, session, trace }) => {
  const { limits, mail } = host;
  if ('topics' in form || form.intent === 'delete-team') {
    return manageTeams(host, trace, session.member, form);
  }
  if (!may(session.member, 'manage-accounts')) {
    throw new RefusedError(403, 'Only admins can do this.');
  }
  // A restored member regains their role, so this also requires a recent confirmation of identity.
  if ('role' in form || form.intent === 'restore') requireFreshProof(session, host.clock);
  switch (form.intent) {
    case 'approve': {
      const { email, role, isVerified } = await approve(host, trace, form.id, form.role);
      return sayApproved(email, role, isVerified);
    }
    case 'decline':
      await declineMember(host, trace, form.id);
      return say('The request is deleted.');
    case 'suspend':
      await suspend(host, trace, form.id);
      return say('The account is suspended and signed out.');
    case 'restore':
      await restore(host, trace, form.id);
      return say('The account can sign in again.');
    case 'reset-factors':
      await resetFactors(host, trace, session, form.id);
      return say(
        'The second factors are gone. The account is signed out, and signs in with its password.',
      );
    case 'role':
      await giveRole(host, trace, form.id, form.role);
      return say('The role is {role} now.', { role: sayRole(form.role) });
    case 'invite':
      await limits.take(INVITATION_LIMIT, session.member.id);
      await invite(host, trace, form.email, form.role);
      return sayInvited(mail.isDelivered, form.email.trim());
    default:
      form.intent satisfies 'revoke';
      await revokeInvitation(host, trace, form.id);
      return say('The invitation no longer works.');
  }
});
