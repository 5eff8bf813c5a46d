import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from '../../portal/pages/form-fields.server.ts';
import { appContextKey } from '../../app-context.ts';
import { RefusedError } from '../../platform/errors.ts';
import { FormButton } from '../../ui/form/form-button.tsx';
import {
  disownReset,
  findResetLink,
  resetPassword,
} from '../server/sign-in/change-password.server.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import { rememberDevice } from '../server/sessions/sign-in-limits.server.ts';
import type { Route } from './+types/reset-password.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { readRefusal, ResetPasswordForm } from '../ui/link-forms.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

const BY_ADDRESS = { name: 'reset-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: t('Set a new password') }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContextKey);
  const found = await findResetLink(db, clock, readToken(request));
  return {
    isKnown: found !== undefined,
    problem: !found || found.isOver ? t(LINK_EXPIRED) : undefined,
  };
}

const resetForm = v.variant('intent', [
  v.object({ intent: v.literal('not-mine') }),
  v.object({
    intent: v.optional(v.literal('set'), 'set'),
    password,
    confirmation: password,
  }),
]);

const formGuard = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(resetForm, formGuard, async (form, turn) => {
  const { appContext, trace, token } = turn;
  if (form.intent === 'not-mine') {
    await disownReset(appContext, trace, token);
    return t(
      'Thank you. The codes and links that were requested for this address no longer work. You can request a new one now.',
    );
  }
  // The link is checked before the password is hashed, because hashing is expensive.
  const found = await findResetLink(appContext.db, appContext.clock, token);
  if (!found || found.isOver) throw new RefusedError(410, t(LINK_EXPIRED), 'token');
  const { email } = await resetPassword(appContext, trace, { ...form, token });
  // Access to the owner's emails proves ownership, so this browser is exempt from the limit that strangers can use
  // up.
  const cookies = turn.request.headers.get('Cookie');
  const device = rememberDevice(appContext, cookies, email);
  return redirect('/login?notice=password-set', { headers: { 'Set-Cookie': device } });
});

export default function ResetPassword({ actionData, loaderData }: Route.ComponentProps) {
  const link = { answer: actionData, problem: loaderData.problem };
  const canSet = !actionData?.isDone && readRefusal(link) === undefined;
  return (
    <PortalPage
      title={t('Set a new password')}
      isLongTitle
      lead={canSet ? t("You'll be signed out everywhere.") : undefined}
      headline={t('Fresh canvas,<br/>same course.')}
    >
      <ResetPasswordForm {...link} />
      {loaderData.isKnown && !actionData?.isDone && <NotMine />}
    </PortalPage>
  );
}

/** For the owner of a mailbox whose daily emails strangers have used up. */
function NotMine() {
  return (
    <FormButton
      fields={{ intent: 'not-mine' }}
      formClassName="mt-4"
      preventScrollReset={false}
      className="button button-line w-full"
    >
      {t("I didn't ask for this")}
    </FormButton>
  );
}
