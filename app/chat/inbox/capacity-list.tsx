import { say } from '../../platform/say.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { AgentStateChip } from './agent-state-chip.tsx';
import type { AgentView } from '../protocol/views.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

interface CapacityListProps {
  readonly agents: readonly AgentView[];
  /** The default for agents without their own limit; undefined means unlimited. */
  readonly chatCapacity: number | undefined;
  readonly sayRole: (role: AgentView['role']) => string;
}

export function CapacityList({ agents, ...shown }: CapacityListProps) {
  return (
    <>
      <PageSection title={say('Agents')} count={agents.length}>
        <ul className="list-card">
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} {...shown} />
          ))}
        </ul>
        <p className="mt-4 max-w-[66ch] text-[14px] text-ink-2">
          {say(
            'Who has as many visitors as their number says is given nobody; when everybody has, new visitors wait in the queue. A chat in which nobody waits and nothing was said for 15 minutes does not count. Taking visitors and handing them over by hand is always possible.',
          )}
        </p>
        <p className="mt-2 max-w-[66ch] text-[14px] text-ink-2">
          {shown.chatCapacity === undefined
            ? say('Without a number there is no limit.')
            : say('Without a number it is {chatCapacity}.', { chatCapacity: shown.chatCapacity })}
        </p>
      </PageSection>
    </>
  );
}

type AgentRowProps = Omit<CapacityListProps, 'agents'> & { readonly agent: AgentView };

function AgentRow({ agent, chatCapacity, sayRole }: AgentRowProps) {
  return (
    <li className="list-row" data-testid="agent">
      <Avatar name={agent.fullName} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{agent.fullName}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-2 text-[14px] text-ink-2 tabular-nums">
          <AgentStateChip state={agent.state} />
          <span>{sayRole(agent.role)}</span>
          <span>
            {sayChats(agent)}, {agent.openChats} {say('open')}
          </span>
        </p>
      </div>
      <ActionForm
        noValidate={false}
        preventScrollReset
        className="flex flex-wrap items-center gap-2.5"
      >
        <HiddenFields fields={{ id: agent.id }} />
        <span aria-hidden="true" className="text-[14px] text-ink-2">
          {say('At once')}
        </span>
        <input
          // The key remounts the input when somebody else has changed the value.
          key={agent.ownCapacity}
          name="capacity"
          type="number"
          min={1}
          max={99}
          inputMode="numeric"
          aria-label={say('Chats at once of {fullName}', { fullName: agent.fullName })}
          placeholder={chatCapacity === undefined ? say('Any') : String(chatCapacity)}
          defaultValue={agent.ownCapacity ?? ''}
          className="field w-[92px] tabular-nums"
        />
        <SubmitButton
          className="button button-line button-small"
          aria-label={say('Save the capacity of {fullName}', { fullName: agent.fullName })}
        >
          {say('Save')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}

function sayChats({ activeChats, capacity }: AgentView): string {
  const chats = activeChats === 1 ? 'chat' : 'chats';
  return capacity === null
    ? `${activeChats} ${chats}`
    : say('{activeChats} of {capacity} chats', { activeChats, capacity });
}
