import { redirect } from 'react-router';
import * as v from 'valibot';
import { rememberDevice, limitSignIn } from '../server/sessions/sign-in-limits.server.ts';
import { readFirstPage } from './first-page.server.ts';
import { signInByPasskey, addressOf, signIn } from '../server/sessions/sign-in.server.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { credential, email, password } from '../../portal/pages/form-fields.server.ts';

const PASSKEY_LIMIT = { name: 'passkey-sign-in', burst: 20, perMinute: 10 };

const formGuard = { admit: anybody };
/** A password may require a second factor. */
export const enter = formAction(
  v.object({ email, password, credential }),
  formGuard,
  async (form, turn) => {
    const { appContext, trace, request, network } = turn;
    const { search, searchParams } = new URL(request.url);
    const next = searchParams.get('next');
    if (form.credential) {
      await appContext.limits.take(PASSKEY_LIMIT, network);
      const found = await signInByPasskey(appContext, trace, request.headers, form.credential);
      const path = await readFirstPage(appContext, next, found.email);
      return redirect(path, { headers: { 'Set-Cookie': found.cookie } });
    }
    const credentials = { email: form.email, password: form.password };
    // The address is validated before the limits, so that only possible email addresses are counted.
    const account = addressOf(credentials);
    const cookies = request.headers.get('Cookie');
    const asked = { network, cookies, email: account };
    await limitSignIn(appContext, asked);
    const entered = await signIn(appContext.db, appContext, trace, request.headers, credentials);
    const { headers, awaitsFactor } = entered;
    // The browser is remembered only after the second factor, because the password alone does not prove the owner.
    if (awaitsFactor) return redirect(`/login/factor${search}`, { headers });
    headers.append('Set-Cookie', rememberDevice(appContext, cookies, account));
    return redirect(await readFirstPage(appContext, next, account), { headers });
  },
);
