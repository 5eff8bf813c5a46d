import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { findMember } from '../../team/find-member.server.ts';
import { isKnownDevice, rememberDevice } from '../../team/known-device.server.ts';
import { localPath } from '../../team/local-path.ts';
import { signIn } from '../../team/sign-in.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
import type { Route } from './+types/login.ts';
import { fieldErrors } from './field-error.ts';
import { PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'sign-in-address', burst: 20, perMinute: 10 };
const BY_ACCOUNT = { name: 'sign-in-account', burst: 10, perMinute: 5 };
/** For guesses from many addresses; browsers the owner has used before are spared it. */
const BY_ACCOUNT_ANYWHERE = { name: 'sign-in-anywhere', burst: 30, perMinute: 10 };
const AFTERWARDS = '/agentchat';

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
  const form = await request.formData();
  const email = readText(form, 'email');
  const password = readText(form, 'password');
  try {
    const block = addressBlock(context.get(requestContext).address);
    await host.limits.take(BY_ADDRESS, block);
    // By address and account together: a stranger elsewhere cannot lock the owner out.
    const account = normalizeEmail(email);
    await host.limits.take(BY_ACCOUNT, `${block} ${account}`);
    const cookies = request.headers.get('Cookie');
    if (!isKnownDevice(host.cookieSecret, cookies, account)) {
      await host.limits.take(BY_ACCOUNT_ANYWHERE, account);
    }
    const credentials = { email, password };
    const headers = await signIn(host.db, host, traceOf(context), request.headers, credentials);
    const isSecure = host.settings.origin.startsWith('https:');
    headers.append('Set-Cookie', rememberDevice(host.cookieSecret, isSecure, cookies, account));
    const next = localPath(new URL(request.url).searchParams.get('next'), AFTERWARDS);
    return redirect(next, { headers });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ email, message: error.message, field: error.field }, { status: error.status });
  }
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useFocusOnError(actionData);
  const errorAt = fieldErrors(actionData);
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Agent Portal"
      lead="Sign in to answer your visitors."
      headline={['Every visitor,', 'one clear view.']}
    >
      <Form ref={form} method="post" noValidate className="mt-8 grid gap-5">
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
        <SubmitButton isBusy={isBusy}>Sign In</SubmitButton>
      </Form>
      <p className="mt-8 text-ink-2">
        No account yet?{' '}
        <Link to="/create-account" className="link">
          Create one here
        </Link>
      </p>
    </PortalPage>
  );
}
