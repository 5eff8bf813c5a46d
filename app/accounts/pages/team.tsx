import { say } from '../../platform/say.ts';
import { readInvitations } from '../server/members/invitations.server.ts';
import type { Member } from '../protocol/member.ts';
import { may } from '../protocol/permissions.ts';
import { readSignUps, readTeam } from '../server/members/read-team.server.ts';
import { readColleagues } from '../../chat/server/read/read-colleagues.server.ts';
import { TeamGroups } from '../../chat/ui/team-groups.tsx';
import { readTeams, type TeamView } from '../../chat/server/teams/read-teams.server.ts';
import type { Host } from '../../host.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TeamList } from '../ui/team-list.tsx';
import { Invitations } from '../ui/invitations.tsx';

export { action } from './team-actions.server.ts';

export const loader = pageAt('/team', async ({ host, member }) => {
  const [teams, people, accounts] = await Promise.all([
    readTeams(host.db),
    readColleagues(host.db),
    // Managers may see only the teams. Accounts are for admins.
    may(member, 'manage-accounts') ? readAccounts(host, member) : null,
  ]);
  return { teams, people, accounts, topics: topicsFor(host, teams) };
});

/** The list includes hidden topics that a team still has, so that saving the team does not remove them unnoticed. */
function topicsFor({ catalogue }: Host, teams: readonly TeamView[]) {
  const kept = new Set(teams.flatMap(({ topics }) => topics));
  return catalogue.words
    .allTopics('en')
    .filter(({ id, isHidden }) => !isHidden || kept.has(id))
    .map(({ id, name, isHidden }) => ({
      id,
      name: isHidden ? say('{name} (not offered any more)', { name }) : name,
    }));
}

async function readAccounts({ db, clock, mail }: Host, member: Member) {
  const [members, { signUps, total }, invitations] = await Promise.all([
    readTeam(db),
    readSignUps(db, clock),
    readInvitations(db, clock),
  ]);
  return {
    selfId: member.id,
    team: [...members, ...signUps],
    signUpsNotShown: total - signUps.length,
    isProofNeeded: mail.isDelivered,
    invitations,
  };
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { teams, people, accounts, topics } = loaderData;
  const lead = accounts
    ? say('Who works here, and who would like to.')
    : say('Who answers which conversations.');
  // An error in a team is shown at its form.
  const isAtTeam = actionData && !actionData.isDone && actionData.typed.form !== undefined;
  return (
    <MemberPage title={say('Team')} lead={lead}>
      {!isAtTeam && <AnswerNotice answer={actionData} className="mt-6" />}
      {accounts && <TeamList {...accounts} />}
      <TeamGroups teams={teams} topics={topics} people={people} answer={actionData} />
      {accounts && <Invitations invitations={accounts.invitations} answer={actionData} />}
    </MemberPage>
  );
}
