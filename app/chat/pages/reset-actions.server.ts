import * as v from 'valibot';
import { password } from '../../portal/pages/form-fields.server.ts';
import { field } from '../../platform/fields.ts';
import { resetAllData, ResetError } from '../server/privacy/reset-all-data.server.ts';
import type { Host } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requireFreshProof } from '../../accounts/server/factors/proof.ts';
import { signOut } from '../../accounts/server/sessions/sign-in.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';

/** The limit keeps somebody with a stolen session from guessing the password. */
const LIMIT = { name: 'reset-data', burst: 5, perMinute: 1 };
const RELOAD_AFTER_MS = 2000;
const COMPLETE = 'Reset complete! All data cleared and authentication reset.';

const resetForm = v.object({ password, phrase: field(64) });
const door = { admit: whoMayOpen('/reset'), limit: LIMIT };

export const action = formAction(resetForm, door, async (form, turn) => {
  const { host, session, trace, request, headers } = turn;
  const { member } = session;
  // The form asks for the password. The second factor must have been given recently.
  if (session.hasFactor) requireFreshProof(session, host.clock);
  try {
    await resetAllData(host, trace, member, form);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const fault = error instanceof ResetError ? error : new ResetError('Unexpected error', error);
    throw failed(host, fault);
  }
  try {
    const cleared = await signOut(host.auth, request.headers);
    for (const [name, value] of cleared) headers.append(name, value);
  } catch (error) {
    throw failed(host, new ResetError('Sign out error', error));
  }
  headers.set('Refresh', String(RELOAD_AFTER_MS / 1000));
  return COMPLETE;
});

/** The user learns which step failed. The log has the cause. */
function failed({ log }: Host, error: ResetError): RefusedError {
  log.error({ err: error }, 'Reset failed');
  return new RefusedError(500, error.message);
}
