import { data, Link, redirect } from 'react-router';
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
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Route } from './+types/login.ts';
import { fieldErrors } from './field-error.ts';
import { PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { useBrandName } from './use-brand-name.ts';

const AFTERWARDS = '/agentchat';

/** SPEC §8: without an answer that names somebody, nobody is signed in. */
const LOGIN_FAILURES = {
  unreachable: 'Login failed. Please check your connection and try again.',
  unreadable: 'Login failed - no user data returned.',
  broken: 'Login failed. Something went wrong on our side. Please try again in a moment.',
};

/** What other pages send people here with; the address names it, the words are ours. */
const NOTICES: Readonly<Record<string, string>> = {
  'account-ready': 'Your account is ready. You can sign in now.',
  'password-set': 'Your new password is set. You can sign in with it now.',
  verified: 'Thank you, your email is verified.',
  'signed-out': 'You are signed out everywhere.',
};

export const meta: Route.MetaFunction = () => [{ title: 'Agent Portal' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, auth } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  if (await findMember(db, auth, request.headers)) {
    throw redirect(localPath(query.get('next'), AFTERWARDS));
  }
  const notice = query.get('notice') ?? '';
  return { notice: Object.hasOwn(NOTICES, notice) ? NOTICES[notice] : undefined };
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
  const errorAt = fieldErrors(actionData);
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Agent Portal"
      lead="Sign in to answer your visitors."
      headline={['Every visitor,', 'one clear view.']}
    >
      <ActionForm failure={LOGIN_FAILURES} className="mt-8 grid gap-5">
        {actionData && actionData.field === undefined && (
          <Notice kind="error">{actionData.message}</Notice>
        )}
        {!actionData && loaderData.notice !== undefined && (
          <Notice kind="success">{loaderData.notice}</Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.email}
          error={errorAt('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={errorAt('password')}
          aside={
            <Link to="/forgot-password" className="link text-[14.5px]">
              Forgot password?
            </Link>
          }
        />
        <SubmitButton>Sign In</SubmitButton>
      </ActionForm>
      <p className="mt-8 text-ink-2">
        No account yet?{' '}
        <Link to="/create-account" className="link">
          Create one here
        </Link>
      </p>
    </PortalPage>
  );
}
