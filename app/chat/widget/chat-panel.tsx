import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { systemClock } from '../../platform/clock.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import type { ServiceContext } from '../views.ts';
import { Composer } from './composer.tsx';
import { EmailStep } from './email-step.tsx';
import { MessageLog } from './message-log.tsx';
import { TopicStep } from './topic-step.tsx';
import { VisitorChat, type VisitorChatState } from './visitor-chat.ts';

interface ChatPanelProps {
  readonly isOpen: boolean;
  readonly service: ServiceContext | null;
  readonly onClose: () => void;
}

/** The chat itself: 384 by 600 px, the whole screen on a phone. */
export function ChatPanel({ isOpen, service, onClose }: ChatPanelProps) {
  const [chat] = useState(() => new VisitorChat(systemClock));
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => void chat.restore(), [chat]);
  useEffect(() => chat.setService(service), [chat, service]);
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);

  const isWaiting = state.stage === 'conversation' && !state.conversation?.agentName;
  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={titleOf(state)}
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-canvas shadow-overlay outline-none not-hidden:flex hidden:hidden md:inset-auto md:right-7 md:bottom-7 md:h-[min(600px,calc(100dvh-56px))] md:w-[384px] md:rounded-panel"
    >
      <header className="flex items-center gap-3 bg-night px-4 py-3.5 text-white">
        <span className="grid size-[42px] place-items-center rounded-full bg-[#f4f2eb]">
          <Mark size={26} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-[17px] tracking-[-0.01em]">{titleOf(state)}</h2>
          <p className="text-[13.5px] text-[#bcc1d3]" aria-live="polite">
            {statusOf(state, isWaiting)}
          </p>
        </div>
        <button
          type="button"
          aria-label="Start new chat"
          className="icon-button text-white"
          onClick={() => chat.startNew()}
        >
          <Icon name="note-pencil" />
        </button>
        <button
          type="button"
          aria-label="Close chat"
          className="icon-button text-white"
          onClick={onClose}
        >
          <Icon name="x" />
        </button>
      </header>
      <MessageLog state={state} onRetry={(clientId) => chat.retry(clientId)}>
        {state.stage === 'topic' && (
          <TopicStep isBusy={state.isBusy} onChoose={(topic) => chat.chooseTopic(topic)} />
        )}
        {state.stage === 'email' && (
          <EmailStep
            isBusy={state.isBusy}
            problem={state.problem}
            onSubmit={(email) => chat.giveEmail(email)}
          />
        )}
      </MessageLog>
      <Composer
        placeholder={PLACEHOLDERS[state.stage]}
        isDisabled={state.stage !== 'conversation'}
        onSend={(text) => chat.send(text)}
        onTyping={() => chat.typing()}
      />
    </section>
  );
}

const PLACEHOLDERS: Record<VisitorChatState['stage'], string> = {
  topic: 'Choose a topic to begin',
  email: 'Add your email to continue',
  conversation: 'Write a message',
};

function titleOf({ stage, conversation }: VisitorChatState): string {
  if (conversation?.agentName) return `Chat with ${conversation.agentName}`;
  return stage === 'conversation' ? 'Connecting you to an agent...' : 'Embarka Support';
}

function statusOf(state: VisitorChatState, isWaiting: boolean): string {
  if (!state.isConnected) return 'Reconnecting...';
  if (isWaiting) return 'Please wait...';
  return state.isAgentTyping ? 'Agent is typing...' : 'Online • Ready to help';
}
