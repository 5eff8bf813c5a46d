import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { hashPassword, isPasswordOf, setPassword } from './credentials.server.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { checkNewPassword } from './password-rules.server.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { passwordChangedMail } from './team-mails.ts';
import type { TeamServices } from '../members/team-services.ts';
import { dropTokens } from './tokens.server.ts';

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Ends the member's other sessions, and invalidates links to reset the password. */
export async function changePassword(
  services: TeamServices,
  trace: Trace,
  { member, sessionId }: MemberSession,
  { current, password, confirmation }: PasswordChange,
): Promise<void> {
  const { auth, clock, db, mail, settings } = services;
  if (!(await isPasswordOf(db, auth, member.id, current))) {
    throw new RefusedError(403, 'That is not your current password.', 'current');
  }
  checkNewPassword(password, confirmation);
  const passwordHash = await hashPassword(auth, password);
  await change(services, trace, async (tx, after) => {
    await setPassword(tx, clock, member.id, passwordHash);
    await endSessions(tx, member.id, sessionId);
    // A reset link that was requested earlier must not override the new password.
    await dropTokens(tx, 'reset-password', member.id);
    after.audit('password-changed', { subjectId: member.id, subject: member.email });
    mail.send(after, passwordChangedMail(settings, member.email));
    after.hint(() => services.closeMember(member.id));
  });
}
