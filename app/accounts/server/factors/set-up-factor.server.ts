import { msg, t, english, type Sentence } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { requireFreshProof, keepProof } from './prove.server.ts';
import { lockFactors, readHasFactor } from './read-factors.server.ts';
import { confirmTotp, offerTotp } from './totp.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { factorAddedMail } from '../sign-in/team-mails.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';

const NOT_THE_CODE = msg(
  'That is not the code your app should show now. Is the clock of your device right?',
);

/** Offers a secret, which becomes a factor once its first code is confirmed. */
export async function offerApp(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
): Promise<void> {
  requireFreshProof(session, services.clock);
  await change(services, trace, (tx) => offerTotp(tx, services.clock, session.member.id));
}

export async function confirmApp(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  typed: string,
): Promise<string[]> {
  const { clock } = services;
  requireFreshProof(session, clock);
  const { id } = session.member;
  return change(services, trace, async (tx, after) => {
    await lockFactors(tx, id);
    const isFirst = !(await readHasFactor(tx, id));
    if (!(await confirmTotp(tx, clock, id, typed.replaceAll(' ', '')))) {
      throw new RefusedError(403, t(NOT_THE_CODE), 'code');
    }
    return keepFactor(services, tx, after, session, isFirst, msg('authenticator app'));
  });
}

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
  what: Sentence,
): Promise<string[]> {
  const { id, email } = session.member;
  await keepProof(tx, services.clock, session);
  after.audit('factor-added', { subjectId: id, subject: email, detail: english(what) });
  services.mail.send(after, factorAddedMail(services.settings, email, what));
  if (!isFirst) return [];
  await endSessions(tx, id, session.sessionId);
  after.hint(() => services.closeMember(id));
  return makeRecoveryCodes(tx, id);
}
