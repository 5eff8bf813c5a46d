import { data, redirect } from 'react-router';
import * as v from 'valibot';
import { credential, email, password } from './form-fields.server.ts';
import { hostContext } from '../../host.ts';
import { findMember } from '../../team/members/find-member.server.ts';
import { rememberDevice } from '../../team/sessions/known-device.server.ts';
import { localPath } from '../../team/sessions/local-path.ts';
import { limitSignIn } from '../../team/sessions/sign-in-limits.server.ts';
import { signInByPasskey } from '../../team/sessions/sign-in-by-passkey.server.ts';
import { addressOf, signIn } from '../../team/sessions/sign-in.server.ts';
import type { Route } from './+types/login.ts';
import { formAction } from './form-action.server.ts';
import { anybody } from './form-door.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { LoginForm } from '../../team/screens/login-form.tsx';

const AFTERWARDS = '/agentchat';
const PASSKEY_LIMIT = { name: 'passkey-sign-in', burst: 20, perMinute: 10 };

export const meta: Route.MetaFunction = () => [{ title: 'Agent Portal' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, auth } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  if (await findMember(db, auth, request.headers)) {
    throw redirect(localPath(query.get('next'), AFTERWARDS));
  }
  return { notice: query.get('notice') ?? '' };
}

const door = { admit: anybody };
const enter = formAction(v.object({ email, password, credential }), door, async (form, turn) => {
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
  headers.append('Set-Cookie', rememberDevice(host.cookieSecret, isSecure, cookies, account));
  return redirect(awaitsFactor ? `/login/factor${search}` : next, { headers });
});

export async function action(args: Route.ActionArgs) {
  const answer = await enter(args);
  if (answer instanceof Response) return answer;
  return data({ ...answer.data, email: answer.data.typed.email ?? '' }, answer.init ?? {});
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title="Agent Portal"
      lead="Sign in to answer your visitors."
      headline={['Every visitor,', 'one clear view.']}
    >
      <LoginForm answer={actionData} notice={loaderData.notice} />
    </PortalPage>
  );
}
