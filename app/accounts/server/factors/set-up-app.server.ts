import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { keepFactor } from './keep-factor.server.ts';
import { requireFreshProof } from './proof.ts';
import { lockFactors, readHasFactor } from './read-factors.server.ts';
import { confirmTotp, offerTotp } from './totp.server.ts';

const NOT_THE_CODE =
  'That is not the code your app should show now. Is the clock of your device right?';

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
      throw new RefusedError(403, NOT_THE_CODE, 'code');
    }
    return keepFactor(services, tx, after, session, isFirst, 'authenticator app');
  });
}
