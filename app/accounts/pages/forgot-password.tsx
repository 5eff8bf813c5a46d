import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { email } from '../../portal/pages/form-fields.server.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requestPasswordReset, RESET_REQUESTED } from '../server/sign-in/reset-password.server.ts';
import type { Route } from './+types/forgot-password.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { ForgotPasswordForm } from '../ui/forgot-password-form.tsx';

const BY_ADDRESS = { name: 'reset-address', burst: 10, perMinute: 2 };
/** The limit keeps strangers from flooding a mailbox, whichever network the requests come from. */
const BY_ACCOUNT = { name: 'reset-account', burst: 3, perMinute: 0.1 };
/** Saving a link takes less time. The response time would otherwise reveal which email addresses are known. */
const ANSWER_AFTER_MS = 400;

export const meta: Route.MetaFunction = () => [{ title: say('Forgot password') }];

const door = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(v.object({ email }), door, async (form, { host, trace }) => {
  await inEvenTime(ANSWER_AFTER_MS, async () => {
    // When the limit is exceeded, the response is the same for owners and strangers, and the link of the last email
    // still works.
    const isMailed = await host.limits.take(BY_ACCOUNT, normalizeEmail(form.email)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RefusedError) return false;
        throw error;
      },
    );
    if (isMailed) await requestPasswordReset(host, trace, form.email);
  });
  return RESET_REQUESTED;
});

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={say('Forgot password?')}
      isLongTitle
      lead={say('We send you a link to set a new one.')}
      headline={[say('A fresh breeze'), 'is on its way.']}
    >
      <ForgotPasswordForm answer={actionData} />
    </PortalPage>
  );
}
