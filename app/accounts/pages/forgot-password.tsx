import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { email } from '../../portal/pages/form-fields.server.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requestPasswordReset, RESET_REQUESTED } from '../server/sign-in/change-password.server.ts';
import type { Route } from './+types/forgot-password.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { EmailField } from '../ui/account-fields.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

export const handle = { messages: await loadMessages('accounts-team') };

const BY_ADDRESS = { name: 'reset-address', burst: 10, perMinute: 2 };
/** The limit keeps strangers from flooding a mailbox, whichever network the requests come from. */
const BY_ACCOUNT = { name: 'reset-account', burst: 3, perMinute: 0.1 };
/** Saving a link takes less time. The response time would otherwise reveal which email addresses are known. */
const ANSWER_AFTER_MS = 400;

export const meta: Route.MetaFunction = () => [{ title: t('Forgot password') }];

const formGuard = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(
  v.object({ email }),
  formGuard,
  async (form, { appContext, trace }) => {
    await inEvenTime(ANSWER_AFTER_MS, async () => {
      // When the limit is exceeded, the response is the same for owners and strangers, and the link of the last email
      // still works.
      const isMailed = await appContext.limits.take(BY_ACCOUNT, normalizeEmail(form.email)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RefusedError) return false;
          throw error;
        },
      );
      if (isMailed) await requestPasswordReset(appContext, trace, form.email);
    });
    return t(RESET_REQUESTED);
  },
);

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('Forgot password?')}
      isLongTitle
      lead={t('We send you a link to set a new one.')}
      headline={[t('A fresh breeze'), t('is on its way.')]}
    >
      <ForgotPasswordForm answer={actionData} />
    </PortalPage>
  );
}

function ForgotPasswordForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  return (
    <>
      <ActionForm className="mt-8 grid gap-5">
        <AnswerNotice answer={answer} />
        <EmailField errorAt={fieldErrors(answer)} typed={answer?.typed} />
        <SubmitButton>{t('Send link')}</SubmitButton>
      </ActionForm>
      <p className="mt-8 text-ink-2">
        {t('Remembered it?')}{' '}
        <Link to="/login" className="link">
          {t('Sign in')}
        </Link>
      </p>
    </>
  );
}
