import { t, msg } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AgentView } from '../protocol/views.ts';
import { Chip } from '../../ui/chip.tsx';
import type { AgentState } from '../protocol/desk-state.ts';

const WORDS = { online: msg('Online'), busy: msg('Busy'), away: msg('Away') } as const;
const TONES = { online: 'success', busy: 'amber', away: 'plain' } as const;

interface AgentsPanelProps {
  /** Null while loading. */
  readonly agents: readonly AgentView[] | null;
}

export function AgentsPanel({ agents }: AgentsPanelProps) {
  return (
    <>
      <AgentList agents={agents} />
      {agents?.length === 0 && (
        <p className="mx-3 mt-3 rounded-[16px] bg-amber-tint px-3.5 py-2.5 text-[14px]">
          {t('Nobody answers visitors. They wait in the queue.')}{' '}
          <Link to="/team/account" className="link inline-block min-h-6">
            {t('Answer them yourself')}
          </Link>
        </p>
      )}
    </>
  );
}

function AgentList({ agents }: AgentsPanelProps) {
  return (
    <details className="mx-3 mt-3 rounded-[16px] bg-surface ring-1 ring-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3.5 text-[15px] font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="users" size={18} />
        {t('Agents')}
        {agents && (
          <span className="font-medium text-ink-3 tabular-nums">
            {t('{online} of {length} online', {
              online: agents.filter(({ state }) => state !== 'away').length,
              length: agents.length,
            })}
          </span>
        )}
        <Icon name="caret-down" size={16} className="ml-auto text-ink-2" />
      </summary>
      {!agents && (
        <div className="border-t border-line px-3.5 py-2.5">
          <Skeleton rows={3} height={44}>
            {t('Loading...')}
          </Skeleton>
        </div>
      )}
      <ul className="border-t border-line px-3.5 py-1.5 empty:hidden">
        {agents?.map((agent) => (
          <li
            key={agent.id}
            data-testid="agent-state"
            className="flex min-h-10 items-center gap-2.5 text-[14.5px]"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {agent.fullName}
            </span>
            <span className="text-ink-2 tabular-nums">
              <span aria-hidden="true">
                {agent.activeChats}
                {agent.capacity !== null && ` / ${agent.capacity}`}
              </span>
              <span className="sr-only">{formatChats(agent)}</span>
            </span>
            <AgentStateChip state={agent.state} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-3.5 py-2 text-[14px]">
        <Link to="/desk" className="link inline-block min-h-6">
          {t('Chat limit of each agent')}
        </Link>
      </p>
    </details>
  );
}

export function AgentStateChip({ state }: { state: AgentState }) {
  return <Chip tone={TONES[state]}>{t(WORDS[state])}</Chip>;
}

function formatChats({ activeChats, capacity }: AgentView): string {
  return capacity === null
    ? t('{count, plural, one {# chat} other {# chats}}', { count: activeChats })
    : t('{activeChats} of {capacity, plural, one {# chat} other {# chats}}', {
        activeChats,
        capacity,
      });
}
