import { redirect } from 'react-router';
import * as v from 'valibot';
import { rememberDevice } from '../server/sessions/known-device.server.ts';
import { localPath } from '../protocol/local-path.ts';
import { limitSignIn } from '../server/sessions/sign-in-limits.server.ts';
import { signInByPasskey } from '../server/sessions/sign-in-by-passkey.server.ts';
import { addressOf, signIn } from '../server/sessions/sign-in.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { credential, email, password } from '../../portal/pages/form-fields.server.ts';

/** The URL may name another page. */
export const AFTERWARDS = '/agentchat';
const PASSKEY_LIMIT = { name: 'passkey-sign-in', burst: 20, perMinute: 10 };

const door = { admit: anybody };
/** A password may require a second factor. */
export const enter = formAction(
  v.object({ email, password, credential }),
  door,
  async (form, turn) => {
    const { host, trace, request, network } = turn;
    const isSecure = host.settings.origin.startsWith('https:');
    const { search, searchParams } = new URL(request.url);
    const next = localPath(searchParams.get('next'), AFTERWARDS);
    if (form.credential) {
      await host.limits.take(PASSKEY_LIMIT, network);
      const found = await signInByPasskey(host, trace, request.headers, form.credential);
      return redirect(next, { headers: { 'Set-Cookie': found.cookie } });
    }
    const credentials = { email: form.email, password: form.password };
    // The address is validated before the limits, so that only possible email addresses are counted.
    const account = addressOf(credentials);
    const cookies = request.headers.get('Cookie');
    const asked = { network, cookies, email: account };
    await limitSignIn(host.db, host.limits, host.cookieSecret, asked);
    const entered = await signIn(host.db, host, trace, request.headers, credentials);
    const { headers, awaitsFactor } = entered;
    // The browser is remembered only after the second factor, because the password alone does not prove the owner.
    if (awaitsFactor) return redirect(`/login/factor${search}`, { headers });
    headers.append('Set-Cookie', rememberDevice(host.cookieSecret, isSecure, cookies, account));
    return redirect(next, { headers });
  },
);
