import { Form, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { isTokenValid } from '../../team/tokens.server.ts';
import { LINK_EXPIRED, verifyEmail } from '../../team/verify-email.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { Route } from './+types/verify-email.ts';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'verify-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Verify your email' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'verify-email', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

/** A button, since programs that look into mails open links by themselves. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await verifyEmail(host.db, host, traceOf(context), readToken(request));
    throw redirect('/login?notice=verified');
  });
}

export default function VerifyEmail({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const problem = fieldErrors(actionData)('token') ?? loaderData.problem;
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Verify your email"
      isLongTitle
      lead="Confirm that this address is yours."
      headline={['All hands', 'on deck.']}
    >
      {problem === undefined ? (
        <Form method="post" className="mt-8 grid gap-6">
          {actionData && <Notice kind="error">{actionData.message}</Notice>}
          <SubmitButton isBusy={isBusy}>Verify email</SubmitButton>
        </Form>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </PortalPage>
  );
}
