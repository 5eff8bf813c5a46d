import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { email, password, personName } from '../../portal/pages/form-fields.server.ts';
import { field } from '../../platform/fields.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { BY_INVITATION_ONLY, SIGNED_UP, signUp } from '../server/sign-in/sign-up.server.ts';
import { appContextKey } from '../../app-context.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Route } from './+types/create-account.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { getRoleLabel, ROLES } from '../protocol/roles.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { EmailField, NameFields, NewPasswordFields } from '../ui/account-fields.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

export const handle = { messages: await loadMessages('accounts-team', 'portal-team') };

const REDIRECT_AFTER_MS = 4000;

const BY_ADDRESS = { name: 'sign-up-address', burst: 10, perMinute: 2 };
/** Hashing and saving take less time. The response time would otherwise reveal which email addresses are known. */
const ANSWER_AFTER_MS = 800;

export const meta: Route.MetaFunction = () => [{ title: t('Create Agent Account') }];

/** If sign-up is limited to invited people, `isOpen` is false. */
export function loader({ context }: Route.LoaderArgs) {
  return { isOpen: context.get(appContextKey).settings.signUp === 'everybody' };
}

const signUpForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  role: field(32),
  password,
  confirmation: password,
});

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

const formGuard = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(
  signUpForm,
  formGuard,
  async (form, { appContext, trace, request, network, headers }) => {
    if (appContext.settings.signUp !== 'everybody')
      throw new RefusedError(403, t(BY_INVITATION_ONLY));
    const userAgent = request.headers.get('User-Agent')?.slice(0, 1000) ?? '';
    await inEvenTime(ANSWER_AFTER_MS, () =>
      signUp(appContext, trace, form, { network, userAgent }),
    );
    // Without JavaScript, the browser follows this header.
    headers.set('Refresh', `${REDIRECT_AFTER_MS / 1000}; url=/login`);
    return t(SIGNED_UP);
  },
);

export default function CreateAccount({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('Create Agent Account')}
      isLongTitle
      lead={t('Join the team and start helping visitors.')}
      headline={t('Good answers<br/>travel far.')}
    >
      {loaderData.isOpen ? <SignUpForm answer={actionData} /> : <InvitationOnly />}
    </PortalPage>
  );
}

function SignUpForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  const navigate = useNavigate();
  const isDone = answer?.isDone === true;
  const errorAt = fieldErrors(answer);

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  return (
    <>
      <ActionForm
        failure={t('Account creation failed. Please try again.')}
        className="mt-8 grid gap-[18px]"
      >
        <AnswerNotice answer={answer} />
        {!isDone && (
          <>
            <NameFields errorAt={errorAt} typed={answer?.typed} />
            <EmailField errorAt={errorAt} typed={answer?.typed} />
            <SelectField
              label={t('Role')}
              name="role"
              options={ROLES.map((value) => ({ value, name: getRoleLabel(value) }))}
              defaultValue={answer?.typed.role}
              error={errorAt('role')}
            />
            {/* Rule 177 prescribes six characters on this page. Everywhere else the minimum is twelve. */}
            <NewPasswordFields errorAt={errorAt} minLength={6} />
            <SubmitButton>{t('Create account')}</SubmitButton>
          </>
        )}
      </ActionForm>
      <ToSignIn />
    </>
  );
}

function InvitationOnly() {
  return (
    <>
      <p className="mt-8 rounded-card bg-surface p-5 ring-1 ring-line">
        {t(
          'New accounts are by invitation only. Ask an admin of this shop to invite you. The email you get then leads to your account.',
        )}
      </p>
      <ToSignIn />
    </>
  );
}

function ToSignIn() {
  return (
    <p className="mt-8 text-ink-2">
      {t('Already have an account?')}{' '}
      <Link to="/login" className="link">
        {t('Sign in')}
      </Link>
    </p>
  );
}
