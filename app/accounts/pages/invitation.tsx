import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { password, personName } from '../../portal/pages/form-fields.server.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import { acceptInvitation, findInvitation } from '../server/members/invitations.server.ts';
import { getRoleLabel } from '../protocol/roles.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import type { Route } from './+types/invitation.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { InvitationForm } from '../ui/link-forms.tsx';

export const handle = { messages: await loadMessages('accounts-team', 'portal-team') };

const BY_ADDRESS = { name: 'invitation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: t('Join the team') }];

const findLink = ({ db, clock }: AppContext, token: string) => findInvitation(db, clock, token);

export async function loader({ context, request }: Route.LoaderArgs) {
  const invitation = await findLink(context.get(appContextKey), readToken(request));
  return { invitation, problem: invitation ? undefined : t(LINK_EXPIRED) };
}

const invitationForm = v.object({
  firstName: personName,
  lastName: personName,
  password,
  confirmation: password,
});

const formGuard = { admit: anybody, limit: BY_ADDRESS, findLink };

export const action = formAction(invitationForm, formGuard, async (form, turn) => {
  const { appContext, trace, token } = turn;
  await acceptInvitation(appContext, trace, { ...form, token });
  return redirect('/login?notice=account-ready');
});

export default function Invitation({ actionData, loaderData }: Route.ComponentProps) {
  const { invitation, problem } = loaderData;
  return (
    <PortalPage
      title={t('Join the team')}
      lead={
        invitation ? (
          <>
            {t('You are invited as')} <strong>{getRoleLabel(invitation.role)}</strong>.
          </>
        ) : (
          t('Invitations work once, for seven days.')
        )
      }
      headline={[t('There is'), t('room aboard.')]}
    >
      <InvitationForm answer={actionData} email={invitation?.email} problem={problem} />
    </PortalPage>
  );
}
