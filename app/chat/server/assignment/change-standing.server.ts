import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/speech-of-member.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { approvedMail } from '../../../accounts/server/sign-in/team-mails.ts';
import {
  approveMember,
  changeRole,
  restoreMember,
  suspendMember,
  type Approved,
} from '../../../accounts/server/members/manage-members.server.ts';
import type { Role } from '../../../accounts/protocol/roles.ts';
import { takeRoleOfProvider } from '../../../accounts/server/openid/follow-role.server.ts';
import type { MemberSockets } from '../../../accounts/server/sessions/sessions.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { releaseAgent } from './release-agent.server.ts';

// Changes of a member's status by an admin. The same transaction reassigns the member's visitors, and waiting
// visitors may be assigned after the commit.

interface ApprovalHost extends ChatHost {
  readonly mail: Mail;
  readonly settings: Pick<Settings, 'origin' | 'brandName'> & SpokenSettings;
}

export function approve(
  host: ApprovalHost,
  trace: Trace,
  id: string,
  role: Role,
): Promise<Approved> {
  return change(host, trace, async (tx, after) => {
    const { clock, mail, settings } = host;
    const approved = await approveMember(tx, after, clock, trace, id, role, mail.isDelivered);
    const message = await inWordsOf(tx, settings, approved, () =>
      approvedMail(settings, approved.email, approved.role),
    );
    mail.send(after, message);
    after.hint(() => drainQueue(host));
    return approved;
  });
}

export function suspend(host: ChatHost & MemberSockets, trace: Trace, id: string): Promise<void> {
  return releaseAgent(host, trace, id, async (tx, after) => {
    await suspendMember(tx, after, host.clock, trace, id);
    after.hint(() => host.closeMember(id));
    return true;
  });
}

export function restore(host: ChatHost, trace: Trace, id: string): Promise<void> {
  return change(host, trace, async (tx, after) => {
    await restoreMember(tx, after, host.clock, trace, id);
    after.hint(() => drainQueue(host));
  });
}

/** Changes the role. The member's sockets are closed, so that they are authorised again with the new role. */
export function giveRole(
  host: ChatHost & MemberSockets,
  trace: Trace,
  id: string,
  role: Role,
): Promise<void> {
  return takeRole(host, trace, id, (tx, after) =>
    changeRole(tx, after, host.clock, trace, id, role),
  );
}

/** Applies the role that the identity provider reports at sign-in. */
export function followRole(
  host: ChatHost & MemberSockets,
  trace: Trace,
  id: string,
  role: Role,
): Promise<void> {
  return takeRole(host, trace, id, (tx, after) =>
    takeRoleOfProvider(tx, after, host.clock, id, role),
  );
}

function takeRole(
  host: ChatHost & MemberSockets,
  trace: Trace,
  id: string,
  write: (tx: Database, after: After) => Promise<boolean>,
): Promise<void> {
  return releaseAgent(host, trace, id, async (tx, after) => {
    const isAgentNoMore = await write(tx, after);
    after.hint(() => host.closeMember(id));
    after.hint(() => drainQueue(host));
    return isAgentNoMore;
  });
}
