import * as v from 'valibot';
import { password } from './form-fields.server.ts';
import { field } from '../../platform/fields.ts';
import { resetAllData, ResetError } from '../../conversation/privacy/reset-all-data.server.ts';
import type { Host } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requireFreshProof } from '../../team/factors/proof.ts';
import { signOut } from '../../team/sessions/sign-in.server.ts';
import { formAction } from './form-action.server.ts';
import { whoMayOpen } from './form-door.server.ts';

/** Keeps a stolen session from trying passwords. */
const LIMIT = { name: 'reset-data', burst: 5, perMinute: 1 };
const RELOAD_AFTER_MS = 2000;
const COMPLETE = 'Reset complete! All data cleared and authentication reset.';

const resetForm = v.object({ password, phrase: field(64) });
const door = { admit: whoMayOpen('/reset'), limit: LIMIT };

/** What the admin does on /reset. Afterwards nobody is signed in. */
export const action = formAction(resetForm, door, async (form, turn) => {
  const { host, session, trace, request, headers } = turn;
  const { member } = session;
  // The form asks for the password itself; a factor has to have been given a moment ago.
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

/** The person who asked reads which step failed; the log has why. */
function failed({ log }: Host, error: ResetError): RefusedError {
  log.error({ err: error }, 'Reset failed');
  return new RefusedError(500, error.message);
}
