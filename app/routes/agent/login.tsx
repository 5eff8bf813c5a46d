import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { findMember } from '../../team/find-member.server.ts';
import { localPath } from '../../team/local-path.ts';
import { signIn } from '../../team/sign-in.server.ts';
import { Mark } from '../../ui/mark.tsx';
import type { Route } from './+types/login.ts';

const BY_ADDRESS = { name: 'sign-in-address', burst: 20, perMinute: 10 };
const BY_ACCOUNT = { name: 'sign-in-account', burst: 10, perMinute: 5 };
const AFTERWARDS = '/agentchat';

export const meta: Route.MetaFunction = () => [{ title: 'Agent Portal' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, auth } = context.get(hostContext);
  const next = localPath(new URL(request.url).searchParams.get('next'), AFTERWARDS);
  if (await findMember(db, auth, request.headers)) throw redirect(next);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, auth, limits } = context.get(hostContext);
  const form = await request.formData();
  const email = readText(form, 'email');
  const password = readText(form, 'password');
  try {
    const block = addressBlock(context.get(requestContext).address);
    limits.take(BY_ADDRESS, block);
    // By address and account together: a stranger elsewhere cannot lock the owner out.
    limits.take(BY_ACCOUNT, `${block} ${normalizeEmail(email)}`);
    const headers = await signIn(db, auth, request.headers, { email, password });
    const next = localPath(new URL(request.url).searchParams.get('next'), AFTERWARDS);
    return redirect(next, { headers });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ email, message: error.message, field: error.field }, { status: error.status });
  }
}

export default function Login({ actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state !== 'idle';
  return (
    <main className="mx-auto grid min-h-dvh max-w-[440px] content-center px-5 py-10">
      <Link to="/" className="flex items-center gap-2.5 font-display text-[23px] font-bold">
        <Mark /> Back to home
      </Link>
      <h1 className="mt-10 text-[clamp(36px,5vw,52px)]">Agent Portal</h1>
      <p className="mt-3 text-ink-2">Sign in to answer your visitors.</p>
      {actionData && (
        <p role="alert" className="mt-6 rounded-field bg-error-tint p-4 font-semibold text-error">
          {actionData.message}
        </p>
      )}
      <Form method="post" className="mt-6 grid gap-4">
        <label className="font-semibold">
          Email
          <input
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
            className="field mt-2 font-normal"
          />
        </label>
        <label className="font-semibold">
          Password
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className="field mt-2 font-normal"
          />
        </label>
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          Sign In
        </button>
      </Form>
    </main>
  );
}
