import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { AgentFace } from './agent-face.tsx';
import { dotOf, type VisitorChatState } from './chat-state.ts';
import { say } from '../../platform/say.ts';

interface PanelHeaderProps {
  readonly title: string;
  readonly status: string;
  readonly state: VisitorChatState;
  readonly onStartNew: () => void;
  readonly onClose: () => void;
}

/** Shows the agent, the status and the buttons. The header is dark in both themes. */
export function PanelHeader({ title, status, state, onStartNew, onClose }: PanelHeaderProps) {
  const agentName = state.conversation?.agentName;
  const dot = dotOf(state);
  return (
    <div className="flex items-center gap-3 border-b border-[#272e49] bg-night py-3.5 pe-2 ps-4 text-white max-[420px]:[@media(max-height:420px)]:py-1">
      <span className="relative shrink-0">
        {agentName ? (
          <AgentFace name={agentName} isLarge />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-[42px] place-items-center rounded-full border border-transparent bg-[#f4f2eb]"
          >
            <Mark size={26} ground="light" />
          </span>
        )}
        {dot && (
          <span
            aria-hidden="true"
            data-dot={dot}
            className="absolute -end-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-night bg-[#5bd39a] data-[dot=away]:bg-[#ffc43d] forced-colors:bg-[Highlight] forced-colors:data-[dot=away]:bg-[GrayText]"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2
          dir="auto"
          className="truncate text-[16px] leading-[1.4] tracking-[-0.025em]"
          title={title}
        >
          {title}
        </h2>
        <p dir="auto" role="status" className="min-h-[1.5em] truncate text-[13.5px] text-[#bcc1d3]">
          {status}
        </p>
      </div>
      <div className="-ms-3 flex">
        <HeaderButton label={say('Start new chat')} icon="note-pencil" onClick={onStartNew} />
        <HeaderButton label={say('Close chat')} icon="x" onClick={onClose} />
      </div>
    </div>
  );
}

interface HeaderButtonProps {
  readonly label: string;
  readonly icon: 'note-pencil' | 'x';
  readonly onClick: () => void;
}

function HeaderButton({ label, icon, onClick }: HeaderButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-field text-[#f4f2eb] hover:bg-white/12 focus-visible:outline-sun"
    >
      <Icon name={icon} size={22} />
    </button>
  );
}
