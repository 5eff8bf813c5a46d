import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { useEffect } from 'react';
import { data, redirect, Link } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { findMember } from '../server/members/find-member.server.ts';
import { readFirstPage } from './first-page.server.ts';
import type { Route } from './+types/login.ts';
import { enter } from './login-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/field.tsx';
import { EmailField } from '../ui/account-fields.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PasskeyButton } from '../ui/passkey-button.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { Icon } from '../../ui/icon.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

/** rule 185: a response without a user means that nobody is signed in. */
const LOGIN_FAILURES = {
  unreachable: msg('Login failed. Check your connection and try again.'),
  unreadable: msg('Login failed - no user data returned.'),
  broken: msg('Login failed. Something went wrong on our side. Try again in a moment.'),
};

/** Other pages pass only the name of a notice in the URL, so that links cannot show foreign text. */
const NOTICES: Readonly<Record<string, Sentence>> = {
  'account-ready': msg('Your account is ready. You can sign in now.'),
  'data-reset': msg('Reset complete! All data cleared and authentication reset.'),
  'password-set': msg('Your new password is set. You can sign in with it now.'),
  verified: msg('Thank you, your email is verified.'),
  'signed-out': msg("You're signed out everywhere."),
};

const FAULTS: Readonly<Record<string, Sentence>> = {
  'provider-away': msg(
    "The sign-in provider isn't responding. Sign in with your password, or try again in a moment.",
  ),
  'too-often': msg('Too many attempts. Wait a minute, or sign in with your password.'),
};

interface LoginFormProps {
  readonly answer:
    | { readonly email: string; readonly message: string; readonly field: string | undefined }
    | undefined;
  readonly notice: string;
  readonly provider: string | null;
  /** The query that contains the page to open after signing in. */
  readonly search: string;
  readonly isSignUpOpen: boolean;
}

interface ProviderLinkProps {
  readonly name: string;
  readonly search: string;
}

export const meta: Route.MetaFunction = () => [{ title: t('Agent Portal') }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { db, auth, settings } = appContext;
  const query = new URL(request.url).searchParams;
  const session = await findMember(db, auth, request.headers);
  if (session) {
    throw redirect(await readFirstPage(appContext, query.get('next'), session.member.email));
  }
  const next = query.get('next');
  return {
    notice: query.get('notice') ?? '',
    provider: settings.openId?.name ?? null,
    search: next === null ? '' : `?${new URLSearchParams({ next }).toString()}`,
    isSignUpOpen: settings.signUp === 'everybody',
  };
}

export async function action(args: Route.ActionArgs) {
  const answer = await enter(args);
  if (answer instanceof Response) return answer;
  return data({ ...answer.data, email: answer.data.typed.email ?? '' }, answer.init ?? {});
}

/** A previous session may have left offline data about visitors in this browser. */
function useForgottenDesk(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    void import('../../chat/inbox/offline/forget-desk.ts').then(
      ({ forgetDesk }) => forgetDesk(),
      () => {},
    );
  }, []);
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  useForgottenDesk();
  return (
    <PortalPage
      title={t('Agent Portal')}
      lead={t('Sign in to answer your visitors.')}
      headline={t('Every visitor,<br/>one clear view.')}
    >
      <LoginForm answer={actionData} {...loaderData} />
    </PortalPage>
  );
}

function LoginForm({ answer, notice, provider, search, isSignUpOpen }: LoginFormProps) {
  const errorAt = fieldErrors(answer);
  const success = Object.hasOwn(NOTICES, notice) ? NOTICES[notice] : undefined;
  const fault = Object.hasOwn(FAULTS, notice) ? FAULTS[notice] : undefined;
  return (
    <>
      <ActionForm failure={LOGIN_FAILURES} className="mt-8 grid gap-5">
        {answer && answer.field === undefined && <Notice kind="error">{answer.message}</Notice>}
        {!answer && success && <Notice kind="success">{t(success)}</Notice>}
        {!answer && fault && <Notice kind="error">{t(fault)}</Notice>}
        <EmailField errorAt={errorAt} typed={answer && { email: answer.email }} />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          required
          error={errorAt('password')}
          aside={
            <Link to="/forgot-password" className="link text-[14.5px]">
              {t('Forgot password?')}
            </Link>
          }
        />
        <SubmitButton>{t('Sign In')}</SubmitButton>
      </ActionForm>
      <PasskeyButton purpose="prove" label={t('Use passkey')} className="mt-4 grid gap-4" />
      {provider !== null && <ProviderLink name={provider} search={search} />}
      {isSignUpOpen && (
        <p className="mt-8 text-ink-2">
          {t('No account yet?')}{' '}
          <Link to="/create-account" className="link">
            {t('Create one here')}
          </Link>
        </p>
      )}
    </>
  );
}

/** A full page load, because the route redirects to another site. */
function ProviderLink({ name, search }: ProviderLinkProps) {
  return (
    <a href={`/login/openid${search}`} className="button button-line mt-4 w-full" rel="nofollow">
      <Icon name="users" size={20} />
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {t('Continue with {name}', { name })}
      </span>
    </a>
  );
}
