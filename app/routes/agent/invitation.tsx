import { Form, redirect, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { acceptInvitation, findInvitation } from '../../team/invitations.server.ts';
import { ROLE_NAMES } from '../../team/roles.ts';
import { LINK_EXPIRED } from '../../team/verify-email.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
import type { Route } from './+types/invitation.ts';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'invitation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Join the team' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const invitation = await findInvitation(db, clock, readToken(request));
  return { invitation, problem: invitation ? undefined : LINK_EXPIRED };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const form = await request.formData();
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await acceptInvitation(host.db, host, traceOf(context), {
      token: readToken(request),
      firstName: readText(form, 'firstName'),
      lastName: readText(form, 'lastName'),
      password: readText(form, 'password'),
      confirmation: readText(form, 'confirmation'),
    });
    throw redirect('/login?notice=account-ready');
  });
}

export default function Invitation({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useFocusOnError(actionData);
  const errorAt = fieldErrors(actionData);
  const { invitation } = loaderData;
  const problem = errorAt('token') ?? loaderData.problem;
  return (
    <PortalPage
      brandName={useBrandName()}
      title="Join the team"
      lead={
        invitation ? (
          <>
            You are invited as <strong>{ROLE_NAMES[invitation.role]}</strong>.
          </>
        ) : (
          'Invitations work once, for seven days.'
        )
      }
      headline={['There is', 'room aboard.']}
    >
      {problem === undefined && invitation ? (
        <Form ref={form} method="post" noValidate className="mt-8 grid gap-[18px]">
          {actionData && actionData.field === undefined && (
            <Notice kind="error">{actionData.message}</Notice>
          )}
          <NameFields errorAt={errorAt} />
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            value={invitation.email}
            readOnly
          />
          <NewPasswordFields errorAt={errorAt} />
          <SubmitButton isBusy={isBusy}>Create account</SubmitButton>
        </Form>
      ) : (
        <DeadLink text={problem ?? ''} to="/login" action="Sign In" />
      )}
    </PortalPage>
  );
}
