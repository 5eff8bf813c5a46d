import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { approvedMail } from '../accounts/team-mails.ts';
import { approveMember, type Approved } from './manage-members.server.ts';
import type { Role } from './roles.ts';

interface ApprovalHost extends ChangeHost {
  readonly mail: Mail;
  readonly settings: Settings;
}

/** Lets a waiting account in, with the role the admin chose, and tells its owner by mail. */
export function approve(
  host: ApprovalHost,
  trace: Trace,
  id: string,
  role: Role,
): Promise<Approved> {
  return change(host, trace, async (tx, after) => {
    const { clock, mail, settings } = host;
    const approved = await approveMember(tx, clock, trace, id, role, mail.isDelivered);
    mail.send(after, approvedMail(settings, approved.email, approved.role));
    return approved;
  });
}
