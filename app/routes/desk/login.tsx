import { data, redirect } from 'react-router';
import * as v from 'valibot';
import { email, password } from './form-fields.server.ts';
import { readText } from '../../platform/form.ts';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { findMember } from '../../team/members/find-member.server.ts';
import { rememberDevice } from '../../team/sessions/known-device.server.ts';
import { localPath } from '../../team/sessions/local-path.ts';
import { limitSignIn } from '../../team/sessions/sign-in-limits.server.ts';
import { addressOf, signIn } from '../../team/sessions/sign-in.server.ts';
import type { Route } from './+types/login.ts';
import { PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { LoginForm } from '../../team/screens/login-form.tsx';

const AFTERWARDS = '/agentchat';

export const meta: Route.MetaFunction = () => [{ title: 'Agent Portal' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, auth } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  if (await findMember(db, auth, request.headers)) {
    throw redirect(localPath(query.get('next'), AFTERWARDS));
  }
  return { notice: query.get('notice') ?? '' };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  let typed = '';
  try {
    const form = await readFormData(request);
    typed = readText(form, 'email');
    const credentials = checkForm(form, v.object({ email, password }));
    // Before any limit: what is counted is an address that somebody could have.
    const account = addressOf(credentials);
    const network = addressBlock(context.get(requestContext).address);
    const cookies = request.headers.get('Cookie');
    await limitSignIn(host.db, host.limits, host.cookieSecret, {
      network,
      cookies,
      email: account,
    });
    const headers = await signIn(host.db, host, traceOf(context), request.headers, credentials);
    const isSecure = host.settings.origin.startsWith('https:');
    headers.append('Set-Cookie', rememberDevice(host.cookieSecret, isSecure, cookies, account));
    const next = localPath(new URL(request.url).searchParams.get('next'), AFTERWARDS);
    return redirect(next, { headers });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data(
      { email: typed, message: error.message, field: error.field },
      { status: error.status },
    );
  }
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
