import { t } from '../../i18n/translate.ts';
import { useId, useState } from 'react';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { FieldMessage, TextField } from '../../ui/form/field.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { holdsLetters, MANY } from '../../ui/find-by-letters.ts';
import { FindField } from '../../ui/find-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import type { TeamView } from '../server/teams/read-teams.server.ts';
import { TEAM_HOURS_MAX_LENGTH, TEAM_NAME_MAX_LENGTH, type Topic } from '../protocol/rules.ts';
import type { Colleague } from '../protocol/views.ts';

interface TeamGroupsProps {
  readonly teams: readonly TeamView[];
  /** The current topics, and removed ones that a team still has. */
  readonly topics: readonly Topic[];
  readonly people: readonly Colleague[];
  readonly answer: FormAnswer | undefined;
}

/** Forms for the teams that receive visitors by topic and hours, and a form for a new team (rule 138). */
export function TeamGroups({ teams, topics, people, answer }: TeamGroupsProps) {
  return (
    <PageSection title={t('Teams')} count={teams.length}>
      <p className="max-w-[66ch] text-[15px] text-ink-2">
        {t(
          'A conversation goes first to the members of a team with its topic, as long as the team is open and a member has room. Visitors can also be handed over to a team manually.',
        )}
      </p>
      <div className="mt-5 grid gap-3">
        {teams.map((team) => (
          <Team
            key={team.id}
            team={team}
            topics={topics}
            people={people}
            answer={answerFor(answer, team.id)}
          />
        ))}
        <NewTeam
          // The key resets the form after a team was added.
          key={teams.length}
          topics={topics}
          people={people}
          answer={answerFor(answer, '')}
          hasOthers={teams.length > 0}
        />
      </div>
    </PageSection>
  );
}

function answerFor(answer: FormAnswer | undefined, id: string): FormAnswer | undefined {
  return answer && !answer.isDone && answer.typed.form === `team ${id}` ? answer : undefined;
}

const SUMMARY =
  'flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5 [&::-webkit-details-marker]:hidden';

function Team({
  team,
  topics,
  people,
  answer,
}: Omit<TeamGroupsProps, 'teams'> & { readonly team: TeamView }) {
  const named = topics.filter(({ id }) => team.topics.includes(id)).map(({ name }) => name);
  const members = people.filter(({ id }) => team.memberIds.includes(id));
  return (
    <details
      open={answer !== undefined}
      data-testid="team"
      className="group rounded-card bg-surface ring-1 ring-line"
    >
      <summary className={SUMMARY}>
        <span className="min-w-0 flex-1">
          <span className="block font-[650] [overflow-wrap:anywhere]">
            <bdi>{team.name}</bdi>
          </span>
          <span className="block text-[14px] text-ink-2 [overflow-wrap:anywhere]">
            {members.map(({ fullName }) => fullName).join(', ') || t('No members')} ·{' '}
            {nameSome(named) || t('No topics')} · {team.hours ?? t('Always open')}
          </span>
        </span>
        <Icon name="caret-down" size={18} className="shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-4 md:p-5">
        <TeamForm
          // The key shows the current values after another member has changed the team.
          key={team.version}
          intent="change-team"
          team={team}
          topics={topics}
          people={people}
          answer={answer}
          button={t('Save {name}', { name: team.name })}
        />
        <div className="mt-4 flex justify-end">
          <ConfirmButton
            label={t('Delete')}
            accessibleLabel={t('Delete {name}', { name: team.name })}
            question={t('Delete {name}?', { name: team.name })}
            text={t('Its members keep their accounts and their visitors.')}
          >
            <FormButton
              fields={{ intent: 'delete-team', id: team.id }}
              className="button button-danger button-small"
              aria-label={t('Delete the team {name}', { name: team.name })}
            >
              {t('Delete')}
            </FormButton>
          </ConfirmButton>
        </div>
      </div>
    </details>
  );
}

const NAMED = 6;

function nameSome(names: readonly string[]): string {
  const more = names.length - NAMED;
  const shown = names.slice(0, NAMED).join(', ');
  return more > 0 ? t('{names} and {count} more', { names: shown, count: more }) : shown;
}

function NewTeam({
  topics,
  people,
  answer,
  hasOthers,
}: Omit<TeamGroupsProps, 'teams'> & { readonly hasOthers: boolean }) {
  return (
    <details open={answer !== undefined} className="group rounded-card ring-1 ring-line ring-inset">
      <summary className={SUMMARY}>
        <Icon name="users" size={18} className="shrink-0" />
        <span className="font-semibold">{hasOthers ? t('Add another team') : t('Add a team')}</span>
      </summary>
      <div className="border-t border-line p-4 md:p-5">
        <TeamForm
          intent="create-team"
          topics={topics}
          people={people}
          answer={answer}
          button={t('Add team')}
        />
      </div>
    </details>
  );
}

interface TeamFormProps extends Omit<TeamGroupsProps, 'teams'> {
  readonly intent: 'create-team' | 'change-team';
  readonly team?: TeamView;
  readonly button: string;
}

function TeamForm({ intent, team, topics, people, answer, button }: TeamFormProps) {
  const errorOf = fieldErrors(answer);
  const typed = answer?.typed;
  const chosen = (name: string, saved: readonly string[] = []) =>
    typed ? (typed[name]?.split('\n') ?? []) : saved;
  return (
    <ActionForm preventScrollReset className="grid gap-5">
      <HiddenFields
        fields={{
          intent,
          form: `team ${team?.id ?? ''}`,
          id: team?.id ?? '',
          version: team?.version ?? '',
        }}
      />
      {answer && answer.field === undefined && <Notice kind="error">{answer.message}</Notice>}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={TEAM_NAME_MAX_LENGTH}
          autoComplete="off"
          defaultValue={typed?.name ?? team?.name}
          error={errorOf('name')}
        />
        <TextField
          label={t('Hours')}
          name="hours"
          maxLength={TEAM_HOURS_MAX_LENGTH}
          autoComplete="off"
          placeholder={t('Always open')}
          hint={t(
            'For example Mon-Fri 09:00-17:30, Sat 10:00-14:00, in the time zone from the settings.',
          )}
          defaultValue={typed?.hours ?? team?.hours ?? ''}
          error={errorOf('hours')}
        />
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Choices
          title={t('Members')}
          name="members"
          choices={people.map(({ id, fullName }) => ({ value: id, name: fullName }))}
          chosen={chosen('members', team?.memberIds)}
          empty={t('There are no agents yet.')}
        />
        <Choices
          title={t('Topics')}
          name="topics"
          choices={topics.map(({ id, name }) => ({ value: id, name }))}
          chosen={chosen('topics', team?.topics)}
        />
      </div>
      <div>
        <SubmitButton aria-label={button}>{team ? t('Save') : t('Add team')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly empty?: string;
}

function Choices({ title, name, choices, chosen, empty = '' }: ChoicesProps) {
  const messageId = useId();
  const [sought, setSought] = useState('');
  const isLong = choices.length > MANY;
  return (
    <fieldset className="min-w-0">
      <legend dir="auto" className="text-[15px] font-semibold">
        {title}
      </legend>
      {isLong && <FindField title={title} value={sought} onChange={setSought} />}
      <div className={isLong ? 'max-h-88 overflow-y-auto p-0.5' : ''}>
        {choices.map((choice) => (
          <CheckboxField
            key={choice.value}
            name={name}
            value={choice.value}
            label={<bdi>{choice.name}</bdi>}
            defaultChecked={chosen.includes(choice.value)}
            // Hidden choices stay selected.
            hidden={isLong && !holdsLetters(choice.name, sought)}
          />
        ))}
      </div>
      {choices.length === 0 && <FieldMessage id={messageId} hint={empty} />}
    </fieldset>
  );
}
