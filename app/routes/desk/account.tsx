import { readAcceptsChats } from '../../team/members/availability.server.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import { readSessions } from '../../team/sessions/sessions.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/account.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AccountSettings } from '../../team/screens/account-settings.tsx';

export { action } from './account-actions.server.ts';

export const loader = pageAt('/account', async ({ host: { db, clock }, member, sessionId }) => {
  const [acceptsChats, sessions] = await Promise.all([
    readAcceptsChats(db, member.id),
    readSessions(db, clock, member.id, sessionId),
  ]);
  return { member, acceptsChats, sessions };
});

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, acceptsChats, sessions } = loaderData;
  return (
    <MemberPage
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
