import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import {
  approve,
  chooseToAnswer,
  giveRole,
  restore,
  suspend,
} from '../../chat/server/assignment/change-status.server.ts';
import { requireFreshProof } from '../server/factors/prove.server.ts';
import { resetFactors } from '../server/factors/remove-factors.server.ts';
import { invite, revokeInvitation } from '../server/members/invitations.server.ts';
import { declineMember } from '../server/members/manage-members.server.ts';
import { getRoleLabel, ROLES, type Role } from '../protocol/roles.ts';
import { RefusedError } from '../../platform/errors.ts';
import { id, uuid } from '../../platform/fields.ts';
import { may } from '../protocol/permissions.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
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
  v.object({ intent: v.picklist(['answer', 'stop-answering']), id }),
  v.object({ intent: v.literal('invite'), email, role }),
  v.object({ intent: v.literal('revoke'), id: uuid }),
  ...TEAM_GROUP_FORMS,
]);
const formGuard = { admit: whoMayOpen('/team'), limit: LIMIT, lists: TEAM_GROUP_LISTS };

/** Managers may only manage teams. Accounts require the permission of an admin. */
export const action = formAction(
  teamForm,
  formGuard,
  async (form, { appContext, session, trace }) => {
    const { limits, mail } = appContext;
    if ('topics' in form || form.intent === 'delete-team') {
      return manageTeams(appContext, trace, session.member, form);
    }
    if (!may(session.member, 'manage-accounts')) {
      throw new RefusedError(403, t('Only admins can do this.'));
    }
    // A restored member regains their role, so this also requires a recent confirmation of identity.
    if ('role' in form || form.intent === 'restore') requireFreshProof(session, appContext.clock);
    switch (form.intent) {
      case 'approve': {
        const { email, role, isVerified } = await approve(appContext, trace, form.id, form.role);
        return describeApproval(email, role, isVerified);
      }
      case 'decline':
        await declineMember(appContext, trace, form.id);
        return t('The request has been deleted.');
      case 'suspend':
        await suspend(appContext, trace, form.id);
        return t('The account is suspended and signed out.');
      case 'restore':
        await restore(appContext, trace, form.id);
        return t('The account can sign in again.');
      case 'reset-factors':
        await resetFactors(appContext, trace, session, form.id);
        return t(
          'Second factors reset. The account is signed out and can sign in with just its password.',
        );
      case 'role':
        await giveRole(appContext, trace, form.id, form.role);
        return t('The role is now {role}.', { role: getRoleLabel(form.role) });
      case 'answer':
        await chooseToAnswer(appContext, trace, form.id, true);
        return t('Visitors are now assigned to this member.');
      case 'stop-answering':
        await chooseToAnswer(appContext, trace, form.id, false);
        return t('Visitors are no longer assigned to this member.');
      case 'invite':
        await limits.take(INVITATION_LIMIT, session.member.id);
        await invite(appContext, trace, form.email, form.role);
        return describeInvitation(mail.isDelivered, form.email.trim());
      default:
        form.intent satisfies 'revoke';
        await revokeInvitation(appContext, trace, form.id);
        return t('The invitation no longer works.');
    }
  },
);

/** The message warns when the email address is not verified. */
function describeApproval(email: string, role: Role, isVerified: boolean): string {
  const isIn = t('{email} can now sign in as {role}.', { email, role: getRoleLabel(role) });
  return isVerified
    ? isIn
    : t("{isIn} This address isn't verified, so make sure you know who asked.", {
        isIn,
      });
}

/** Without a mail server, somebody must pass the link on. */
function describeInvitation(isDelivered: boolean, email: string): string {
  return isDelivered
    ? t('The invitation to {email} is on its way.', { email })
    : t(
        'No mail server is set up. The invitation to {email} is in the outbox folder, and its link is in the log.',
        { email },
      );
}
