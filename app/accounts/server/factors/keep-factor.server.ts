import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { factorAddedMail } from '../sign-in/team-mails.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { keepProof } from './prove.server.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';

/**
 * Completes a new factor in its transaction: sends an email and adds an audit entry. The first factor also
 * creates recovery codes and ends the sessions of other browsers, which have not given it.
 */
export async function keepFactor(
  services: TeamServices,
  tx: Database,
  after: After,
  session: MemberSession,
  isFirst: boolean,
  what: string,
): Promise<string[]> {
  const { id, email } = session.member;
  await keepProof(tx, services.clock, session);
  after.audit('factor-added', { subjectId: id, subject: email, detail: what });
  services.mail.send(after, factorAddedMail(services.settings, email, what));
  if (!isFirst) return [];
  await endSessions(tx, id, session.sessionId);
  after.hint(() => services.closeMember(id));
  return makeRecoveryCodes(tx, id);
}
