import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from '../../portal/pages/form-fields.server.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import { resetPassword } from '../server/sign-in/change-password.server.ts';
import { isTokenValid } from '../server/sign-in/tokens.server.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import { rememberDevice } from '../server/sessions/sign-in-limits.server.ts';
import type { Route } from './+types/reset-password.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { ResetPasswordForm } from '../ui/link-forms.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

const BY_ADDRESS = { name: 'reset-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: t('Set a new password') }];

const findLink = ({ db, clock }: AppContext, token: string) =>
  isTokenValid(db, clock, 'reset-password', token);

export async function loader({ context, request }: Route.LoaderArgs) {
  const isValid = await findLink(context.get(appContextKey), readToken(request));
  return { problem: isValid ? undefined : t(LINK_EXPIRED) };
}

const resetForm = v.object({
  password,
  confirmation: password,
});

const formGuard = { admit: anybody, limit: BY_ADDRESS, findLink };

export const action = formAction(resetForm, formGuard, async (form, turn) => {
  const { appContext, trace, token } = turn;
  const { email } = await resetPassword(appContext, trace, { ...form, token });
  // Access to the owner's emails proves ownership, so this browser is exempt from the limit that strangers can use
  // up.
  const cookies = turn.request.headers.get('Cookie');
  const device = rememberDevice(appContext, cookies, email);
  return redirect('/login?notice=password-set', { headers: { 'Set-Cookie': device } });
});

export default function ResetPassword({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('Set a new password')}
      isLongTitle
      lead={t("You'll be signed out everywhere.")}
      headline={t('Fresh canvas,<br/>same course.')}
    >
      <ResetPasswordForm answer={actionData} problem={loaderData.problem} />
    </PortalPage>
  );
}
