import { msg, t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from '../../portal/pages/form-fields.server.ts';
import { field } from '../../platform/fields.ts';
import { resetAllData, ResetError } from '../server/privacy/reset-all-data.server.ts';
import type { AppContext } from '../../app-context.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { signOut } from '../../accounts/server/sessions/sign-in.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

/** The limit keeps somebody with a stolen session from guessing the password. */
const LIMIT = { name: 'reset-data', burst: 5, perMinute: 1 };
const COMPLETE = msg('Reset complete! All data cleared and authentication reset.');

const resetForm = v.object({ password, phrase: field(64), isScripted: field(1) });
const formGuard = { admit: whoMayOpen('/reset'), limit: LIMIT };

export const action = formAction(resetForm, formGuard, async (form, turn) => {
  const { appContext, session, trace, request, headers } = turn;
  const { member } = session;
  // The form asks for the password. The second factor must have been given recently.
  if (session.hasFactor) requireFreshProof(session, appContext.clock);
  try {
    await resetAllData(appContext, trace, member, form);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const fault = error instanceof ResetError ? error : new ResetError('Unexpected error', error);
    throw failed(appContext, fault);
  }
  try {
    const cleared = await signOut(appContext.auth, request.headers);
    for (const [name, value] of cleared) headers.append(name, value);
  } catch (error) {
    throw failed(appContext, new ResetError('Sign out error', error));
  }
  // Without JavaScript, the page would be read again, which nobody may any more.
  return form.isScripted === '' ? redirect('/login?notice=data-reset', { headers }) : t(COMPLETE);
});

/** The user learns which step failed. The log has the cause. */
function failed({ log }: AppContext, error: ResetError): RefusedError {
  log.error({ err: error }, 'Reset failed');
  return new RefusedError(500, error.message);
}
