import { Form, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { resetPassword } from '../../team/reset-password.server.ts';
import { isTokenValid } from '../../team/tokens.server.ts';
import { LINK_EXPIRED } from '../../team/verify-email.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
import type { Route } from './+types/reset-password.ts';
import { NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'reset-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Set a new password' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'reset-password', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const form = await request.formData();
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    const accountId = await resetPassword(host.db, host, traceOf(context), {
      token: readToken(request),
      password: readText(form, 'password'),
      confirmation: readText(form, 'confirmation'),
    });
    host.closeMember(accountId);
    throw redirect('/login?notice=password-set');
  });
}

export default function ResetPassword({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useFocusOnError(actionData);
  const errorAt = fieldErrors(actionData);
  const problem = errorAt('token') ?? loaderData.problem;
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Set a new password"
      isLongTitle
      lead="It signs you out wherever you are signed in."
      headline={['Fresh canvas,', 'same course.']}
    >
      {problem !== undefined ? (
        <DeadLink text={problem} to="/forgot-password" action="Send a new link" />
      ) : (
        <Form ref={form} method="post" noValidate className="mt-8 grid gap-5">
          {actionData && actionData.field === undefined && (
            <Notice kind="error">{actionData.message}</Notice>
          )}
          <NewPasswordFields errorAt={errorAt} label="New password" />
          <SubmitButton isBusy={isBusy}>Set password</SubmitButton>
        </Form>
      )}
    </PortalPage>
  );
}
