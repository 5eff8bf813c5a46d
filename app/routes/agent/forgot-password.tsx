import { Form, Link, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { requestPasswordReset, RESET_REQUESTED } from '../../team/reset-password.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
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
  const email = readText(await request.formData(), 'email');
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await host.limits.take(BY_ACCOUNT, normalizeEmail(email));
    await inEvenTime(ANSWER_AFTER_MS, () =>
      requestPasswordReset(host.db, host, traceOf(context), email),
    );
    return RESET_REQUESTED;
  });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useFocusOnError(actionData);
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Forgot password?"
      isLongTitle
      lead="We send you a link to set a new one."
      headline={['A fresh breeze', 'is on its way.']}
    >
      <Form ref={form} method="post" noValidate className="mt-8 grid gap-5">
        {actionData && actionData.field === undefined && (
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={actionData?.field === 'email' ? actionData.message : undefined}
        />
        <SubmitButton isBusy={isBusy}>Send link</SubmitButton>
      </Form>
      <p className="mt-8 text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </PortalPage>
  );
}
