import { Avatar } from '../../ui/avatar.tsx';
import { AgentStateChip } from './agent-state-chip.tsx';
import type { AgentView } from '../../conversation/wire/views.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

interface CapacityListProps {
  readonly agents: readonly AgentView[];
  /** Of whoever has no number of their own. */
  readonly chatCapacity: number;
  /** How the roles are called. */
  readonly roleNames: Readonly<Record<AgentView['role'], string>>;
}

/** Who answers visitors, and a form for how many each answers at once. */
export function CapacityList({ agents, ...shown }: CapacityListProps) {
  return (
    <>
      <PageSection title="Agents" count={agents.length}>
        <ul className="list-card">
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} {...shown} />
          ))}
        </ul>
        <p className="mt-4 max-w-[66ch] text-[14px] text-ink-2">
          New visitors go to agents who are there and below their number first. A chat in which the
          agent had the last word more than 15 minutes ago does not count. Without a number it is{' '}
          {shown.chatCapacity}.
        </p>
      </PageSection>
    </>
  );
}

type AgentRowProps = Omit<CapacityListProps, 'agents'> & { readonly agent: AgentView };

function AgentRow({ agent, chatCapacity, roleNames }: AgentRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4" data-testid="agent">
      <Avatar name={agent.fullName} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{agent.fullName}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-[14px] text-ink-2 tabular-nums">
          <AgentStateChip state={agent.state} />
          <span>{roleNames[agent.role]}</span>
          <span>
            {agent.activeChats} of {agent.capacity} chats, {agent.openChats} open
          </span>
        </p>
      </div>
      <ActionForm
        noValidate={false}
        preventScrollReset
        className="flex flex-wrap items-center gap-2.5"
      >
        <HiddenFields fields={{ id: agent.id }} />
        <input
          // What somebody else set meanwhile is shown as it is now.
          key={agent.ownCapacity}
          name="capacity"
          type="number"
          min={1}
          max={99}
          inputMode="numeric"
          aria-label={`Chats at once of ${agent.fullName}`}
          placeholder={String(chatCapacity)}
          defaultValue={agent.ownCapacity ?? ''}
          className="field w-[92px] tabular-nums"
        />
        <SubmitButton
          className="button button-line button-small"
          aria-label={`Save the capacity of ${agent.fullName}`}
        >
          Save
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
