import { redirect } from 'react-router';
import * as v from 'valibot';
import { email, password, personName } from './form-fields.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { completeSetup } from '../../team/accounts/setup.server.ts';
import { isTokenValid } from '../../team/accounts/tokens.server.ts';
import { LINK_EXPIRED } from '../../team/accounts/verify-email.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Route } from './+types/setup.ts';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken, requireToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'setup-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Create the first admin' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'setup', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

const setupForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  password,
  confirmation: password,
});

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    // Before anything is done with what was typed: a password costs a hash.
    const token = requireToken(request, LINK_EXPIRED);
    if (!(await isTokenValid(host.db, host.clock, 'setup', token))) {
      throw new RefusedError(410, LINK_EXPIRED, 'token');
    }
    const form = checkForm(sent, setupForm);
    await completeSetup(host, traceOf(context), { ...form, token });
    throw redirect('/login?notice=account-ready');
  });
}

export default function SetUp({ actionData, loaderData }: Route.ComponentProps) {
  const errorAt = fieldErrors(actionData);
  const problem = errorAt('token') ?? loaderData.problem;
  return (
    <PortalPage
      brandName={useBrandName()}
      title="First admin"
      lead="This account approves everybody else’s."
      headline={['Every fleet', 'needs a harbour.']}
    >
      {problem === undefined ? (
        <ActionForm className="mt-8 grid gap-[18px]">
          {actionData && actionData.field === undefined && (
            <Notice kind="error">{actionData.message}</Notice>
          )}
          <NameFields errorAt={errorAt} typed={actionData?.typed} />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.typed.email}
            error={errorAt('email')}
          />
          <NewPasswordFields errorAt={errorAt} />
          <SubmitButton>Create account</SubmitButton>
        </ActionForm>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </PortalPage>
  );
}
