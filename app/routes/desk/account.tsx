import { hostContext } from '../../host.ts';
import { readAcceptsChats } from '../../team/members/availability.server.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import { readSessions } from '../../team/sessions/sessions.server.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/account.ts';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AccountSettings } from '../../team/screens/account-settings.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Your account' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { action } from './account-actions.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member, sessionId } = await requireMemberPage(context, request);
  const { db, clock } = context.get(hostContext);
  const [acceptsChats, sessions] = await Promise.all([
    readAcceptsChats(db, member.id),
    readSessions(db, clock, member.id, sessionId),
  ]);
  return { member, acceptsChats, sessions };
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, acceptsChats, sessions } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Your account"
      lead={
        <>
          <bdi>{member.fullName}</bdi> · {member.email} · {ROLE_NAMES[member.role]}
        </>
      }
    >
      <AccountSettings
        role={member.role}
        acceptsChats={acceptsChats}
        sessions={sessions}
        answer={actionData}
      />
    </MemberPage>
  );
}
