import { readInvitations } from '../../team/members/invitations.server.ts';
import { readSignUps, readTeam } from '../../team/members/read-team.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/team.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TeamList } from '../../team/screens/team-list.tsx';
import { Invitations } from '../../team/screens/invitations.tsx';

export { action } from './team-actions.server.ts';

export const loader = pageAt('/team', async ({ host: { db, clock, mail } }) => {
  const [members, { signUps, total }, invitations] = await Promise.all([
    readTeam(db),
    readSignUps(db, clock),
    readInvitations(db, clock),
  ]);
  return {
    team: [...members, ...signUps],
    signUpsNotShown: total - signUps.length,
    isProofNeeded: mail.isDelivered,
    invitations,
  };
});

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { member, invitations, ...team } = loaderData;
  return (
    <MemberPage member={member} title="Team" lead="Who works here, and who would like to.">
      <AnswerNotice answer={actionData} className="mt-6" />
      <TeamList selfId={member.id} {...team} />
      <Invitations invitations={invitations} answer={actionData} />
    </MemberPage>
  );
}
