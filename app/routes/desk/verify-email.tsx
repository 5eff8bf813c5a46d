import { redirect } from 'react-router';
import * as v from 'valibot';
import { field } from '../../platform/fields.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import {
  disownSignUp,
  findVerification,
  LINK_EXPIRED,
  verifyEmail,
  type Verification,
} from '../../team/accounts/verify-email.server.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { Route } from './+types/verify-email.ts';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken, requireToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'verify-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Verify your email' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const verification = await findVerification(host.db, host, readToken(request));
  return {
    signUp: verification?.signUp ?? null,
    problem: verification ? undefined : LINK_EXPIRED,
  };
}

/** A button, since programs that look into mails open links by themselves. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (form) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    const { intent } = checkForm(form, v.object({ intent: field(32) }));
    const token = requireToken(request, LINK_EXPIRED);
    if (intent === 'not-mine') {
      await disownSignUp(host, traceOf(context), token);
      return (
        'Thank you. That request for an account is deleted. If you have asked for one yourself and ' +
        'got no mail, sign in with the password you chose: we will send you your link.'
      );
    }
    await verifyEmail(host, traceOf(context), token);
    throw redirect('/login?notice=verified');
  });
}

export default function VerifyEmail({ actionData, loaderData }: Route.ComponentProps) {
  const problem = fieldErrors(actionData)('token') ?? loaderData.problem;
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Verify your email"
      isLongTitle
      lead="Confirm that this address is yours."
      headline={['All hands', 'on deck.']}
    >
      {actionData?.isDone ? (
        <div className="mt-8">
          <Notice kind="success">{actionData.message}</Notice>
        </div>
      ) : problem === undefined ? (
        <>
          <ActionForm className="mt-8 grid gap-6">
            {actionData && <Notice kind="error">{actionData.message}</Notice>}
            {loaderData.signUp && <SignUpDetails {...loaderData.signUp} />}
            <SubmitButton>Verify email</SubmitButton>
          </ActionForm>
          {loaderData.signUp && (
            <ActionForm className="mt-4">
              <input type="hidden" name="intent" value="not-mine" />
              <SubmitButton className="button button-line w-full">This was not me</SubmitButton>
            </ActionForm>
          )}
        </>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </PortalPage>
  );
}

/** Whose sign-up the button confirms: a stranger's would make their password that of the account. */
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
        <strong>
          <bdi>{fullName}</bdi>
        </strong>{' '}
        asked for an account for <span className="[overflow-wrap:anywhere]">{email}</span> as{' '}
        {ROLE_NAMES[role]}, on <DateTime at={askedAt} withTime />
        {browser !== null && <>, with {browser}</>}.
      </p>
      <p>Verify it only if that was you: the password chosen then is the one that will work.</p>
      {others > 0 && (
        <p>
          There {others === 1 ? 'is another request' : `are ${others} more requests`} for this
          address. Verifying this one ends {others === 1 ? 'it' : 'them'}.
        </p>
      )}
    </div>
  );
}
