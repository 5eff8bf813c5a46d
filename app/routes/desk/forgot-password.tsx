import { Link } from 'react-router';
import * as v from 'valibot';
import { email } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import {
  requestPasswordReset,
  RESET_REQUESTED,
} from '../../team/accounts/reset-password.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Route } from './+types/forgot-password.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'reset-address', burst: 10, perMinute: 2 };
/** Nobody's mailbox is filled by strangers, wherever they write from. */
const BY_ACCOUNT = { name: 'reset-account', burst: 3, perMinute: 0.1 };
/** Longer than saving a link takes, which happens for known addresses alone. */
const ANSWER_AFTER_MS = 400;

export const meta: Route.MetaFunction = () => [{ title: 'Forgot password' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    const form = checkForm(sent, v.object({ email }));
    await inEvenTime(ANSWER_AFTER_MS, async () => {
      // Too many were asked for: the last link that was mailed still works, and whoever asks, owner
      // or stranger, is told the same.
      const isMailed = await host.limits.take(BY_ACCOUNT, normalizeEmail(form.email)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RefusedError) return false;
          throw error;
        },
      );
      if (isMailed) await requestPasswordReset(host, traceOf(context), form.email);
    });
    return RESET_REQUESTED;
  });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Forgot password?"
      isLongTitle
      lead="We send you a link to set a new one."
      headline={['A fresh breeze', 'is on its way.']}
    >
      <ActionForm className="mt-8 grid gap-5">
        {actionData && actionData.field === undefined && (
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.typed.email}
          error={actionData?.field === 'email' ? actionData.message : undefined}
        />
        <SubmitButton>Send link</SubmitButton>
      </ActionForm>
      <p className="mt-8 text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </PortalPage>
  );
}
