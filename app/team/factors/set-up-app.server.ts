import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { factorAddedMail } from '../accounts/team-mails.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { requireFreshProof } from './proof.ts';
import { keepProof } from './prove.server.ts';
import { lockFactors, readHasFactor } from './read-factors.server.ts';
import { makeRecoveryCodes } from './recovery-codes.server.ts';
import { confirmTotp, offerTotp } from './totp.server.ts';

const NOT_THE_CODE =
  'That is not the code your app should show now. Is the clock of your device right?';

/** Offers a secret for an authenticator app, which becomes a factor when its first code is given. */
export async function offerApp(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
): Promise<void> {
  requireFreshProof(session, services.clock);
  await change(services, trace, (tx) => offerTotp(tx, services.clock, session.member.id));
}

/** Makes the app a factor. Returns the recovery codes where this is the first factor, else none. */
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
      throw new RefusedError(403, NOT_THE_CODE, 'code');
    }
    return keepFactor(services, tx, after, session, isFirst, 'authenticator app');
  });
}

/**
 * What follows a new factor, in its transaction: a mail and a line in the log, and with the first one
 * recovery codes; other browsers, which have not given it, are signed out.
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
