import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from '../../portal/pages/form-fields.server.ts';
import { hostContext, type Host } from '../../host.ts';
import { resetPassword } from '../server/sign-in/reset-password.server.ts';
import { isTokenValid } from '../server/sign-in/tokens.server.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import { rememberDevice } from '../server/sessions/known-device.server.ts';
import type { Route } from './+types/reset-password.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { ResetPasswordForm } from '../ui/link-forms.tsx';

const BY_ADDRESS = { name: 'reset-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: say('Set a new password') }];

const findLink = ({ db, clock }: Host, token: string) =>
  isTokenValid(db, clock, 'reset-password', token);

export async function loader({ context, request }: Route.LoaderArgs) {
  const isValid = await findLink(context.get(hostContext), readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

const resetForm = v.object({
  password,
  confirmation: password,
});

const door = { admit: anybody, limit: BY_ADDRESS, findLink };

export const action = formAction(resetForm, door, async (form, turn) => {
  const { host, trace, token } = turn;
  const { email } = await resetPassword(host, trace, { ...form, token });
  // Access to the owner's emails proves ownership, so this browser is exempt from the limit that strangers can use
  // up.
  const isSecure = host.settings.origin.startsWith('https:');
  const cookies = turn.request.headers.get('Cookie');
  const device = rememberDevice(host.cookieSecret, isSecure, cookies, email);
  return redirect('/login?notice=password-set', { headers: { 'Set-Cookie': device } });
});

export default function ResetPassword({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={say('Set a new password')}
      isLongTitle
      lead={say('It signs you out wherever you are signed in.')}
      headline={[say('Fresh canvas,'), 'same course.']}
    >
      <ResetPasswordForm answer={actionData} problem={loaderData.problem} />
    </PortalPage>
  );
}
