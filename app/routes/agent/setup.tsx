import { Form, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { completeSetup } from '../../team/setup.server.ts';
import { isTokenValid } from '../../team/tokens.server.ts';
import { LINK_EXPIRED } from '../../team/verify-email.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
import type { Route } from './+types/setup.ts';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'setup-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Create the first admin' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'setup', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const form = await request.formData();
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await completeSetup(host.db, host, traceOf(context), {
      token: readToken(request),
      firstName: readText(form, 'firstName'),
      lastName: readText(form, 'lastName'),
      email: readText(form, 'email'),
      password: readText(form, 'password'),
      confirmation: readText(form, 'confirmation'),
    });
    throw redirect('/login?notice=account-ready');
  });
}

export default function SetUp({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useFocusOnError(actionData);
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
        <Form ref={form} method="post" noValidate className="mt-8 grid gap-[18px]">
          {actionData && actionData.field === undefined && (
            <Notice kind="error">{actionData.message}</Notice>
          )}
          <NameFields errorAt={errorAt} />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={errorAt('email')}
          />
          <NewPasswordFields errorAt={errorAt} />
          <SubmitButton isBusy={isBusy}>Create account</SubmitButton>
        </Form>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </PortalPage>
  );
}
