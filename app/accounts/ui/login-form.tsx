import { say, sayAny } from '../../platform/say.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { EmailField } from './account-fields.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { Icon } from '../../ui/icon.tsx';

/** rule 185: a response without a user means that nobody is signed in. */
const LOGIN_FAILURES = {
  unreachable: 'Login failed. Please check your connection and try again.',
  unreadable: 'Login failed - no user data returned.',
  broken: 'Login failed. Something went wrong on our side. Please try again in a moment.',
};

/** Other pages pass only the name of a notice in the URL, so that links cannot show foreign text. */
const NOTICES: Readonly<Record<string, string>> = {
  'account-ready': 'Your account is ready. You can sign in now.',
  'password-set': 'Your new password is set. You can sign in with it now.',
  verified: 'Thank you, your email is verified.',
  'signed-out': 'You are signed out everywhere.',
};

const FAULTS: Readonly<Record<string, string>> = {
  'provider-away':
    'The other site does not answer. Please sign in with your password, or try again in a moment.',
  'too-often': 'That was tried too often. Please wait a minute, or sign in with your password.',
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

export function LoginForm({ answer, notice, provider, search, isSignUpOpen }: LoginFormProps) {
  const errorAt = fieldErrors(answer);
  return (
    <>
      <ActionForm failure={LOGIN_FAILURES} className="mt-8 grid gap-5">
        {answer && answer.field === undefined && <Notice kind="error">{answer.message}</Notice>}
        {!answer && Object.hasOwn(NOTICES, notice) && (
          <Notice kind="success">{sayAny(NOTICES[notice] ?? '')}</Notice>
        )}
        {!answer && Object.hasOwn(FAULTS, notice) && (
          <Notice kind="error">{sayAny(FAULTS[notice] ?? '')}</Notice>
        )}
        <EmailField errorAt={errorAt} typed={answer && { email: answer.email }} />
        <PasswordField
          label={say('Password')}
          name="password"
          autoComplete="current-password"
          required
          error={errorAt('password')}
          aside={
            <Link to="/forgot-password" className="link text-[14.5px]">
              {say('Forgot password?')}
            </Link>
          }
        />
        <SubmitButton>{say('Sign In')}</SubmitButton>
      </ActionForm>
      <PasskeyButton purpose="prove" label={say('Use a passkey')} className="mt-4 grid gap-4" />
      {provider !== null && <ProviderLink name={provider} search={search} />}
      {isSignUpOpen && (
        <p className="mt-8 text-ink-2">
          {say('No account yet?')}{' '}
          <Link to="/create-account" className="link">
            {say('Create one here')}
          </Link>
        </p>
      )}
    </>
  );
}

interface ProviderLinkProps {
  readonly name: string;
  readonly search: string;
}

/** A full page load, because the route redirects to another site. */
function ProviderLink({ name, search }: ProviderLinkProps) {
  return (
    <a href={`/login/openid${search}`} className="button button-line mt-4 w-full" rel="nofollow">
      <Icon name="users" size={20} />
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {say('Continue with {name}', { name })}
      </span>
    </a>
  );
}
