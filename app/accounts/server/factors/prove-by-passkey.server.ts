import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { TeamServices } from '../members/team-services.ts';
import { takePasskey, UNKNOWN_PASSKEY } from './passkeys.server.ts';
import { keepProof, type Prover } from './prove.server.ts';

/** Records a proof of this session by passkey. Another member's passkey is refused. */
export async function proveByPasskey(
  services: TeamServices,
  trace: Trace,
  prover: Prover,
  credential: string,
): Promise<void> {
  const { id, email } = prover.member;
  try {
    const owner = await takePasskey(services, credential);
    if (owner.id !== id) throw new RefusedError(403, UNKNOWN_PASSKEY);
  } catch (error) {
    if (error instanceof RefusedError) {
      const about = { subjectId: id, subject: email, detail: 'passkey' };
      await recordAudit(services, trace, 'factor-refused', about);
    }
    throw error;
  }
  await change(services, trace, async (tx, after) => {
    await keepProof(tx, services.clock, prover);
    if (!prover.provedAt) after.audit('signed-in', { subject: email, detail: 'passkey' });
  });
}
