import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from './form-fields.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { resetPassword } from '../../team/accounts/reset-password.server.ts';
import { isTokenValid } from '../../team/accounts/tokens.server.ts';
import { LINK_EXPIRED } from '../../team/accounts/verify-email.server.ts';
import { rememberDevice } from '../../team/sessions/known-device.server.ts';
import type { Route } from './+types/reset-password.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { readToken, requireToken } from './read-token.server.ts';
import { ResetPasswordForm } from '../../team/screens/reset-password-form.tsx';

const BY_ADDRESS = { name: 'reset-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Set a new password' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'reset-password', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

const resetForm = v.object({
  password,
  confirmation: password,
});

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    // Before anything is done with what was typed: a password costs a hash.
    const token = requireToken(request, LINK_EXPIRED);
    if (!(await isTokenValid(host.db, host.clock, 'reset-password', token))) {
      throw new RefusedError(410, LINK_EXPIRED, 'token');
    }
    const form = checkForm(sent, resetForm);
    const { email } = await resetPassword(host, traceOf(context), { ...form, token });
    // Whoever reads the owner's mails is the owner: strangers who guess do not keep them waiting.
    const isSecure = host.settings.origin.startsWith('https:');
    const cookies = request.headers.get('Cookie');
    throw redirect('/login?notice=password-set', {
      headers: {
        'Set-Cookie': rememberDevice(host.cookieSecret, isSecure, cookies, email),
      },
    });
  });
}

export default function ResetPassword({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title="Set a new password"
      isLongTitle
      lead="It signs you out wherever you are signed in."
      headline={['Fresh canvas,', 'same course.']}
    >
      <ResetPasswordForm answer={actionData} problem={loaderData.problem} />
    </PortalPage>
  );
}
