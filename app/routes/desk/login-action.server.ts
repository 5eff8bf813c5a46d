import { redirect } from 'react-router';
import * as v from 'valibot';
import { rememberDevice } from '../../team/sessions/known-device.server.ts';
import { localPath } from '../../team/sessions/local-path.ts';
import { limitSignIn } from '../../team/sessions/sign-in-limits.server.ts';
import { signInByPasskey } from '../../team/sessions/sign-in-by-passkey.server.ts';
import { addressOf, signIn } from '../../team/sessions/sign-in.server.ts';
import { formAction } from './form-action.server.ts';
import { anybody } from './form-door.server.ts';
import { credential, email, password } from './form-fields.server.ts';

/** Where one is afterwards, unless the address names another page. */
export const AFTERWARDS = '/agentchat';
const PASSKEY_LIMIT = { name: 'passkey-sign-in', burst: 20, perMinute: 10 };

const door = { admit: anybody };
/** Lets somebody in by a passkey, or by a password that a second factor may have to follow. */
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
    // Before any limit: what is counted is an address that somebody could have.
    const account = addressOf(credentials);
    const cookies = request.headers.get('Cookie');
    const asked = { network, cookies, email: account };
    await limitSignIn(host.db, host.limits, host.cookieSecret, asked);
    const entered = await signIn(host.db, host, trace, request.headers, credentials);
    const { headers, awaitsFactor } = entered;
    // Who knows the password alone has not used the account with this browser yet.
    if (awaitsFactor) return redirect(`/login/factor${search}`, { headers });
    headers.append('Set-Cookie', rememberDevice(host.cookieSecret, isSecure, cookies, account));
    return redirect(next, { headers });
  },
);
