import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { field } from '../../platform/fields.ts';
import { appContextKey } from '../../app-context.ts';
import {
  disownSignUp,
  findVerification,
  LINK_EXPIRED,
  verifyEmail,
  type Verification,
} from '../server/sign-in/verify-email.server.ts';
import type { Route } from './+types/verify-email.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { getRoleLabel } from '../protocol/roles.ts';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { DeadLink, readRefusal } from '../ui/link-forms.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

export const handle = { messages: await loadMessages('accounts-team', 'portal-team') };

interface VerifyEmailFormProps {
  readonly answer: FormAnswer | undefined;
  /** The sign-up that the link confirms, or null if an account exists already. */
  readonly signUp: Verification['signUp'] | null;
  /** Why the link cannot be used. */
  readonly refusal: string | undefined;
}

const BY_ADDRESS = { name: 'verify-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: t('Verify your email') }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const verification = await findVerification(appContext.db, appContext, readToken(request));
  return {
    signUp: verification?.signUp ?? null,
    problem: verification ? undefined : t(LINK_EXPIRED),
  };
}

const formGuard = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(v.object({ intent: field(32) }), formGuard, async (form, turn) => {
  const { appContext, trace, token } = turn;
  if (form.intent === 'not-mine') {
    await disownSignUp(appContext, trace, token);
    return t(
      "Thank you. That account request has been deleted. If you requested an account yourself and didn't get an email, sign in with the password you chose and we'll send you your link.",
    );
  }
  await verifyEmail(appContext, trace, token);
  return redirect('/login?notice=verified');
});

export default function VerifyEmail({ actionData, loaderData }: Route.ComponentProps) {
  const refusal = readRefusal({ answer: actionData, problem: loaderData.problem });
  const canConfirm = !actionData?.isDone && refusal === undefined;
  return (
    <PortalPage
      title={t('Verify your email')}
      isLongTitle
      lead={canConfirm ? t('Confirm that this address is yours.') : undefined}
      headline={t('All hands<br/>on deck.')}
    >
      <VerifyEmailForm answer={actionData} signUp={loaderData.signUp} refusal={refusal} />
    </PortalPage>
  );
}

/** Asks for a click, because mail scanners open links automatically. */
function VerifyEmailForm({ answer, signUp, refusal }: VerifyEmailFormProps) {
  return (
    <>
      {answer?.isDone ? (
        <div className="mt-8">
          <Notice kind="success">{answer.message}</Notice>
        </div>
      ) : refusal === undefined ? (
        <>
          <ActionForm className="mt-8 grid gap-6">
            {answer && <Notice kind="error">{answer.message}</Notice>}
            {signUp && <SignUpDetails {...signUp} />}
            <SubmitButton>{t('Verify email')}</SubmitButton>
          </ActionForm>
          {signUp && (
            <FormButton
              fields={{ intent: 'not-mine' }}
              formClassName="mt-4"
              preventScrollReset={false}
              className="button button-line w-full"
            >
              {t("This wasn't me")}
            </FormButton>
          )}
        </>
      ) : (
        <DeadLink text={refusal} to="/login" action={t('Sign In')} />
      )}
    </>
  );
}

/** Shows the details, because confirming a stranger's sign-up would activate the stranger's password. */
function SignUpDetails({
  email,
  fullName,
  role,
  askedAt,
  browser,
  others,
}: NonNullable<Verification['signUp']>) {
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        <Rich
          text={
            browser === null
              ? t('<name/> requested an account for <email/> as {role}, on <time/>.', {
                  role: getRoleLabel(role),
                })
              : t(
                  '<name/> requested an account for <email/> as {role}, on <time/>, with this browser: {browser}.',
                  { role: getRoleLabel(role), browser },
                )
          }
          parts={{
            name: (
              <strong>
                <bdi>{fullName}</bdi>
              </strong>
            ),
            email: (
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {email}
              </span>
            ),
            time: <Moment at={askedAt} />,
          }}
        />
      </p>
      <p>
        {t(
          'Verify it only if this was you: the account will use the password chosen in that request.',
        )}
      </p>
      {others > 0 && (
        <p>
          {t(
            '{count, plural, one {There is another request for this address. Verifying this one ends it.} other {There are # more requests for this address. Verifying this one ends them.}}',
            { count: others },
          )}
        </p>
      )}
    </div>
  );
}
