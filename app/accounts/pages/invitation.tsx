import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password, personName } from '../../portal/pages/form-fields.server.ts';
import { hostContext, type Host } from '../../host.ts';
import { acceptInvitation, findInvitation } from '../server/members/invitations.server.ts';
import { sayRole } from '../protocol/roles.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import type { Route } from './+types/invitation.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { InvitationForm } from '../ui/link-forms.tsx';

const BY_ADDRESS = { name: 'invitation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: say('Join the team') }];

const findLink = ({ db, clock }: Host, token: string) => findInvitation(db, clock, token);

export async function loader({ context, request }: Route.LoaderArgs) {
  const invitation = await findLink(context.get(hostContext), readToken(request));
  return { invitation, problem: invitation ? undefined : LINK_EXPIRED };
}

const invitationForm = v.object({
  firstName: personName,
  lastName: personName,
  password,
  confirmation: password,
});

const door = { admit: anybody, limit: BY_ADDRESS, findLink };

export const action = formAction(invitationForm, door, async (form, turn) => {
  const { host, trace, token } = turn;
  await acceptInvitation(host, trace, { ...form, token });
  return redirect('/login?notice=account-ready');
});

export default function Invitation({ actionData, loaderData }: Route.ComponentProps) {
  const { invitation, problem } = loaderData;
  return (
    <PortalPage
      title={say('Join the team')}
      lead={
        invitation ? (
          <>
            {say('You are invited as')} <strong>{sayRole(invitation.role)}</strong>.
          </>
        ) : (
          say('Invitations work once, for seven days.')
        )
      }
      headline={[say('There is'), 'room aboard.']}
    >
      <InvitationForm answer={actionData} email={invitation?.email} problem={problem} />
    </PortalPage>
  );
}
