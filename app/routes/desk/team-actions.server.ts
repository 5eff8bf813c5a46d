import type { RouterContextProvider } from 'react-router';
import { teamForm } from './team-form.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import {
  approve,
  giveRole,
  restore,
  suspend,
} from '../../conversation/hold/change-standing.server.ts';
import { hostContext } from '../../host.ts';
import { invite, revokeInvitation } from '../../team/members/invitations.server.ts';
import { declineMember } from '../../team/members/manage-members.server.ts';
import type { Member } from '../../team/members/member.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'team-action', burst: 60, perMinute: 60 };
const INVITATION_LIMIT = { name: 'invitation', burst: 20, perMinute: 2 };

/** What an admin does on /team. Returns what to say about it; throws a refusal. */
export async function runTeamAction(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  form: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  const { limits, mail } = host;
  await limits.take(LIMIT, admin.id);
  const asked = checkForm(form, teamForm);
  const trace = traceOf(context, admin);

  switch (asked.intent) {
    case 'approve': {
      const { email, role, isVerified } = await approve(host, trace, asked.id, asked.role);
      const isIn = `${email} can sign in now, as ${ROLE_NAMES[role]}.`;
      return isVerified
        ? isIn
        : `${isIn} Nobody has proved that this address is theirs: make sure you know who asked.`;
    }
    case 'decline':
      await declineMember(host, trace, asked.id);
      return 'The request is deleted.';
    case 'suspend':
      await suspend(host, trace, asked.id);
      return 'The account is suspended and signed out.';
    case 'restore':
      await restore(host, trace, asked.id);
      return 'The account can sign in again.';
    case 'role':
      await giveRole(host, trace, asked.id, asked.role);
      return `The role is ${ROLE_NAMES[asked.role]} now.`;
    case 'invite':
      await limits.take(INVITATION_LIMIT, admin.id);
      await invite(host, trace, asked.email, asked.role);
      return mail.isDelivered
        ? `The invitation to ${asked.email.trim()} is on its way.`
        : `No mail server is set: the invitation to ${asked.email.trim()} is in the outbox folder, and its link in the log.`;
    default:
      asked.intent satisfies 'revoke';
      await revokeInvitation(host, trace, asked.id);
      return 'The invitation no longer works.';
  }
}
