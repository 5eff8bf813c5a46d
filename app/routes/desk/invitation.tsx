import { redirect } from 'react-router';
import * as v from 'valibot';
import { password, personName } from './form-fields.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { acceptInvitation, findInvitation } from '../../team/members/invitations.server.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import { LINK_EXPIRED } from '../../team/accounts/verify-email.server.ts';
import type { Route } from './+types/invitation.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { readToken, requireToken } from './read-token.server.ts';
import { InvitationForm } from '../../team/screens/invitation-form.tsx';

const BY_ADDRESS = { name: 'invitation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Join the team' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const invitation = await findInvitation(db, clock, readToken(request));
  return { invitation, problem: invitation ? undefined : LINK_EXPIRED };
}

const invitationForm = v.object({
  firstName: personName,
  lastName: personName,
  password,
  confirmation: password,
});

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    // Before anything is done with what was typed: a password costs a hash.
    const token = requireToken(request, LINK_EXPIRED);
    if (!(await findInvitation(host.db, host.clock, token))) {
      throw new RefusedError(410, LINK_EXPIRED, 'token');
    }
    const form = checkForm(sent, invitationForm);
    await acceptInvitation(host, traceOf(context), { ...form, token });
    throw redirect('/login?notice=account-ready');
  });
}

export default function Invitation({ actionData, loaderData }: Route.ComponentProps) {
  const { invitation, problem } = loaderData;
  return (
    <PortalPage
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
      <InvitationForm answer={actionData} email={invitation?.email} problem={problem} />
    </PortalPage>
  );
}
