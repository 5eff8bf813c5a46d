import { hostContext } from '../../host.ts';
import { readInvitations } from '../../team/members/invitations.server.ts';
import { readSignUps, readTeam } from '../../team/members/read-team.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TeamList } from '../../team/screens/team-list.tsx';
import { Invitations } from '../../team/screens/invitations.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Team' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };
export { action } from './team-actions.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-accounts');
  const { db, clock, mail } = context.get(hostContext);
  const [members, { signUps, total }, invitations] = await Promise.all([
    readTeam(db),
    readSignUps(db, clock),
    readInvitations(db, clock),
  ]);
  return {
    member,
    team: [...members, ...signUps],
    signUpsNotShown: total - signUps.length,
    isProofNeeded: mail.isDelivered,
    invitations,
  };
}

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
