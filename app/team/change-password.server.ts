import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { recordAudit, type Trace } from './audit.server.ts';
import { hashPassword, isPasswordOf, setPassword } from './credentials.server.ts';
import type { MemberSession } from './find-member.server.ts';
import { checkNewPassword } from './password-rules.server.ts';
import { endSessions } from './sessions.server.ts';
import { passwordChangedMail } from './team-mails.ts';
import type { TeamServices } from './team-services.ts';

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
  readonly confirmation: string;
}

/** Changes one's own password and ends one's other sessions. */
export async function changePassword(
  db: Database,
  { auth, clock, mail, settings }: TeamServices,
  trace: Trace,
  { member, sessionId }: MemberSession,
  { current, password, confirmation }: PasswordChange,
): Promise<void> {
  if (!(await isPasswordOf(db, auth, member.id, current))) {
    throw new RefusedError(403, 'That is not your current password.', 'current');
  }
  checkNewPassword(password, confirmation);
  const passwordHash = await hashPassword(auth, password);
  await db.transaction(async (tx) => {
    await setPassword(tx, clock, member.id, passwordHash);
    await endSessions(tx, member.id, sessionId);
    await recordAudit(tx, clock, trace, {
      action: 'password-changed',
      subjectId: member.id,
      subject: member.email,
    });
  });
  mail.send(passwordChangedMail(settings, member.email));
}
