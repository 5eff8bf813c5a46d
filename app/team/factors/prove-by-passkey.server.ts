import type { Trace } from '../../platform/change/audit.server.ts';
import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { TeamServices } from '../members/team-services.ts';
import { takePasskey, UNKNOWN_PASSKEY } from './passkeys.server.ts';
import { keepProof, type Prover } from './prove.server.ts';

/** Takes a passkey as the proof of this session; one of somebody else proves nothing. */
export async function proveByPasskey(
  services: TeamServices,
  trace: Trace,
  prover: Prover,
  credential: string,
): Promise<void> {
  const owner = await takePasskey(services, credential);
  if (owner.id !== prover.member.id) throw new RefusedError(403, UNKNOWN_PASSKEY);
  await change(services, trace, async (tx, after) => {
    await keepProof(tx, services.clock, prover);
    if (!prover.provedAt) after.audit('signed-in', { subject: owner.email, detail: 'passkey' });
  });
}
