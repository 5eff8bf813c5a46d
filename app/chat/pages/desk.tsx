import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { getRoleLabel } from '../../accounts/protocol/roles.ts';
import { field } from '../../platform/fields.ts';
import { setCapacity } from '../server/assignment/set-availability.server.ts';
import { readAgents } from '../server/read/read-desk.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/desk.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { AgentStateChip } from '../inbox/agents-panel.tsx';
import type { AgentView } from '../protocol/views.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

export const handle = { messages: await loadMessages('chat-team') };

interface CapacityListProps {
  readonly agents: readonly AgentView[];
  /** The default for agents without their own limit; undefined means unlimited. */
  readonly chatCapacity: number | undefined;
  readonly getRoleLabel: (role: AgentView['role']) => string;
}

type AgentRowProps = Omit<CapacityListProps, 'agents'> & { readonly agent: AgentView };

export const loader = pageAt('/desk', async ({ appContext: { db, settings } }) => {
  return { agents: await readAgents(db), chatCapacity: settings.chatCapacity };
});

const capacityForm = v.object({
  id: field(64),
  capacity: field(4, msg('Enter a whole number of chats.')),
});

export const action = formAction(
  capacityForm,
  { admit: whoMayOpen('/desk') },
  async (form, { appContext, session }) => {
    const typed = toLatinDigits(form.capacity).trim();
    // `Number` alone would accept more than digits: '' becomes 0 and ' 1e1' becomes 10.
    if (!/^\d{0,4}$/.test(typed)) {
      throw new RefusedError(400, t(msg('Enter a whole number of chats.')), 'capacity');
    }
    const capacity = typed === '' ? null : Number(typed);
    const name = await setCapacity(appContext, session.member, form.id, capacity);
    return capacity === null
      ? t('{name} now has the default chat limit.', { name })
      : t('{name} now answers up to {count, plural, one {# chat} other {# chats}} at once.', {
          count: capacity,
          name,
        });
  },
);

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { agents, chatCapacity } = loaderData;
  return (
    <MemberPage title={t('Desk')} lead={t('Who answers visitors, and how many at once.')}>
      {/* The fields have no room for an error message. */}
      <AnswerNotice answer={actionData && { ...actionData, field: undefined }} className="mt-6" />
      <CapacityList agents={agents} chatCapacity={chatCapacity} getRoleLabel={getRoleLabel} />
    </MemberPage>
  );
}

function CapacityList({ agents, ...shown }: CapacityListProps) {
  return (
    <>
      <PageSection title={t('Agents')} count={agents.length}>
        <ul className="list-card">
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} {...shown} />
          ))}
        </ul>
        <p className="mt-4 max-w-[66ch] text-[14px] text-ink-2">
          {t(
            "Agents who have reached their chat limit aren't assigned new visitors. When every agent has reached theirs, new visitors wait in the queue. A chat doesn't count if nobody is waiting in it and nothing was said for 15 minutes. Visitors can always be taken or handed over manually.",
          )}
        </p>
        <p className="mt-2 max-w-[66ch] text-[14px] text-ink-2">
          {shown.chatCapacity === undefined
            ? t('If the field is empty, there is no limit.')
            : t('If the field is empty, the limit is {chatCapacity}.', {
                chatCapacity: shown.chatCapacity,
              })}
        </p>
      </PageSection>
    </>
  );
}

function AgentRow({ agent, chatCapacity, getRoleLabel }: AgentRowProps) {
  return (
    <li className="list-row" data-testid="agent">
      <Avatar name={agent.fullName} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{agent.fullName}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-2 text-[14px] text-ink-2 tabular-nums">
          <AgentStateChip state={agent.state} />
          <span>{getRoleLabel(agent.role)}</span>
          <span>{formatChatCount(agent)}</span>
        </p>
      </div>
      <ActionForm
        noValidate={false}
        preventScrollReset
        className="flex flex-wrap items-center gap-2.5"
      >
        <HiddenFields fields={{ id: agent.id }} />
        <span aria-hidden="true" className="text-[14px] text-ink-2">
          {t('Chat limit')}
        </span>
        <input
          // The key remounts the input when somebody else has changed the value.
          key={agent.ownCapacity}
          name="capacity"
          type="number"
          min={1}
          max={99}
          inputMode="numeric"
          aria-label={t('Chat limit of {fullName}', { fullName: agent.fullName })}
          placeholder={chatCapacity === undefined ? t('No limit') : String(chatCapacity)}
          defaultValue={agent.ownCapacity ?? ''}
          className="field w-[92px] tabular-nums"
        />
        <SubmitButton
          className="button button-line button-small"
          aria-label={t('Save the chat limit of {fullName}', { fullName: agent.fullName })}
        >
          {t('Save')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}

function formatChatCount({ activeChats, capacity, openChats: open }: AgentView): string {
  return capacity === null
    ? t(
        '{count, plural, one {# chat} other {# chats}}, {open, plural, one {# open} other {# open}}',
        { count: activeChats, open },
      )
    : t(
        '{activeChats} of {capacity, plural, one {# chat} other {# chats}}, {open, plural, one {# open} other {# open}}',
        { activeChats, capacity, open },
      );
}
