import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readInvitations, type InvitationView } from '../server/members/invitations.server.ts';
import type { Member } from '../protocol/member.ts';
import { may } from '../protocol/permissions.ts';
import { readSignUps, readTeam, type TeamMember } from '../server/members/read-team.server.ts';
import { readColleagues } from '../../chat/server/read/read-colleagues.server.ts';
import { TeamGroups } from '../../chat/ui/team-groups.tsx';
import { readTeams, type TeamView } from '../../chat/server/teams/read-teams.server.ts';
import type { AppContext } from '../../app-context.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { ActiveRow, SuspendedRow, WaitingRow } from '../ui/team-rows.tsx';
import { getRoleLabel, ROLES } from '../protocol/roles.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

export const handle = { messages: await loadMessages('accounts-team', 'chat-team') };

interface InvitationsProps {
  readonly invitations: readonly InvitationView[];
  readonly answer: FormAnswer | undefined;
  /** The setup guide leads to the form. */
  readonly isFocused: boolean;
}

interface TeamListProps {
  readonly team: readonly TeamMember[];
  readonly selfId: string;
  readonly signUpsNotShown: number;
  /** True if emails are delivered, so that addresses can be verified. */
  readonly isProofNeeded: boolean;
}

export { action } from './team-actions.server.ts';

export const loader = pageAt('/team', async ({ appContext, member, request }) => {
  const [teams, people, accounts] = await Promise.all([
    readTeams(appContext.db),
    readColleagues(appContext.db),
    // Managers may see only the teams. Accounts are for admins.
    may(member, 'manage-accounts') ? readAccounts(appContext, member) : null,
  ]);
  const focusesInvitation = new URL(request.url).searchParams.get('focus') === 'invite';
  return { teams, people, accounts, topics: topicsFor(appContext, teams), focusesInvitation };
});

/** The list includes hidden topics that a team still has, so that saving the team does not remove them unnoticed. */
function topicsFor({ catalogue }: AppContext, teams: readonly TeamView[]) {
  const remaining = new Set(teams.flatMap(({ topics }) => topics));
  return catalogue.words
    .allTopics(SOURCE_LANGUAGE)
    .filter(({ id, isHidden }) => !isHidden || remaining.has(id))
    .map(({ id, name, isHidden }) => ({
      id,
      name: isHidden ? t('{name} (no longer offered)', { name }) : name,
    }));
}

async function readAccounts({ db, clock, mail }: AppContext, member: Member) {
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
  const { teams, people, accounts, topics, focusesInvitation } = loaderData;
  const lead = accounts
    ? t('Members, requests and invitations.')
    : t('Which team answers which conversations.');
  // An error in a team is shown at its form.
  const isAtTeam = actionData && !actionData.isDone && actionData.typed.form !== undefined;
  return (
    <MemberPage title={t('Team')} lead={lead}>
      {!isAtTeam && <AnswerNotice answer={actionData} className="mt-6" />}
      {accounts && <TeamList {...accounts} />}
      <TeamGroups teams={teams} topics={topics} people={people} answer={actionData} />
      {accounts && (
        <Invitations
          invitations={accounts.invitations}
          answer={actionData}
          isFocused={focusesInvitation}
        />
      )}
    </MemberPage>
  );
}

function TeamList({ team, selfId, signUpsNotShown, isProofNeeded }: TeamListProps) {
  const standing = (status: string) => team.filter((person) => person.status === status);
  const waiting = standing('waiting');
  const active = standing('active');
  const suspended = standing('suspended');
  return (
    <>
      {waiting.length > 0 && (
        <PageSection title={t('Waiting for approval')} count={waiting.length + signUpsNotShown}>
          <ul className="list-card">
            {waiting.map((person) => (
              <WaitingRow key={person.id} person={person} isProofNeeded={isProofNeeded} />
            ))}
          </ul>
          {signUpsNotShown > 0 && (
            <p className="mt-3 text-[14px] text-ink-2">
              {t(
                "{count, plural, one {# older request isn''t shown. It expires automatically within 30 days.} other {# older requests aren''t shown. They expire automatically within 30 days.}}",
                { count: signUpsNotShown },
              )}
            </p>
          )}
        </PageSection>
      )}
      <PageSection title={t('Active')} count={active.length}>
        <ul className="list-card">
          {active.map((person) => (
            <ActiveRow key={person.id} person={person} isSelf={person.id === selfId} />
          ))}
        </ul>
      </PageSection>
      {suspended.length > 0 && (
        <PageSection title={t('Suspended')} count={suspended.length}>
          <ul className="list-card">
            {suspended.map((person) => (
              <SuspendedRow key={person.id} person={person} />
            ))}
          </ul>
        </PageSection>
      )}
    </>
  );
}

function Invitations({ invitations, answer, isFocused }: InvitationsProps) {
  return (
    <PageSection title={t('Invitations')} count={invitations.length}>
      <InvitationForm answer={answer} isFocused={isFocused} />
      {invitations.length > 0 && (
        <ul className="list-card mt-5">
          {invitations.map(({ id, email, role, expiresAt, isExpired }) => (
            <li key={id} className="list-row">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
                  {email}
                </p>
                <p className="flex flex-wrap items-center gap-2 text-[14px] text-ink-2">
                  <Chip>{getRoleLabel(role)}</Chip>
                  {isExpired ? (
                    <Chip tone="amber">{t('Expired')}</Chip>
                  ) : (
                    <span>
                      <Rich
                        text={t('Valid until <time/>')}
                        parts={{ time: <DateTime at={expiresAt} /> }}
                      />
                    </span>
                  )}
                </p>
              </div>
              <FormButton
                fields={{ intent: 'revoke', id }}
                aria-label={t('Withdraw the invitation for {email}', { email })}
              >
                {t('Withdraw')}
              </FormButton>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function InvitationForm({ answer, isFocused }: Omit<InvitationsProps, 'invitations'>) {
  const typed = answer?.typed.intent === 'invite' ? answer.typed : undefined;
  return (
    <ActionForm
      // The key resets the form after each success, which clears the address.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_190px_auto]"
    >
      <HiddenFields fields={{ intent: 'invite' }} />
      <TextField
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the link of the setup guide leads to this field
        autoFocus={isFocused}
        required
        defaultValue={typed?.email}
        error={fieldErrors(answer)('email')}
      />
      <SelectField
        label={t('Role')}
        name="role"
        defaultValue={typed?.role}
        options={ROLES.map((value) => ({ value, name: getRoleLabel(value) }))}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>{t('Invite')}</SubmitButton>
      </div>
    </ActionForm>
  );
}
