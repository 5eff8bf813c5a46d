import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { takePasskey } from '../factors/passkeys.server.ts';
import type { TeamServices } from '../members/team-services.ts';
import { openSession } from './open-session.server.ts';

/** Returns the Set-Cookie header of the new session. */
export async function signInByPasskey(
  services: TeamServices,
  trace: Trace,
  headers: Headers,
  credential: string,
): Promise<{ readonly cookie: string; readonly email: string }> {
  const { id, email } = await takePasskey(services, credential).catch(async (error: unknown) => {
    // The audit entry names no subject, because the owner is unknown.
    if (error instanceof RefusedError) {
      await recordAudit(services, trace, 'sign-in-failed', { detail: 'passkey' });
    }
    throw error;
  });
  const cookie = await change(services, trace, async (tx, after) => {
    after.audit('signed-in', { subject: email, detail: 'passkey' });
    return openSession(tx, services.clock, services.auth, headers, id);
  });
  return { cookie, email };
}
