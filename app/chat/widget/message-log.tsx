import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MessageText } from '../message-text.tsx';
import type { VisitorChatState } from './visitor-chat.ts';

interface MessageLogProps {
  readonly state: VisitorChatState;
  readonly onRetry: (clientId: string) => void;
  /** The step the visitor is at, under the greeting. */
  readonly children: ReactNode;
}

const TIME = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: false,
});

/** Greeting, steps and messages; new ones are announced, earlier ones are not read again. */
export function MessageLog({ state, onRetry, children }: MessageLogProps) {
  const { list, topic, stage, connectingText, problem } = state;
  const end = useRef<HTMLDivElement>(null);
  const count = list.saved.length + list.pending.length;
  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [count, stage, connectingText]);

  return (
    <div
      role="log"
      aria-label="Conversation"
      className="flex-1 overflow-y-auto px-4 py-4"
      tabIndex={0}
    >
      <div className="flex flex-col gap-2.5">
        <Bubble side="agent">Hello, and welcome aboard.</Bubble>
        <Bubble side="agent">What can we help you with today?</Bubble>
        {topic && <Bubble side="visitor">{topic}</Bubble>}
        {stage === 'email' && (
          <Bubble side="agent">Where can we reach you if the chat is interrupted?</Bubble>
        )}
        {children}
        {stage !== 'email' && problem && <Bubble side="agent">{problem}</Bubble>}
        {connectingText && <Bubble side="agent">{connectingText}</Bubble>}
        {list.saved.map((message) => (
          <div key={message.id} data-testid="message" className="flex flex-col">
            <Bubble side={message.isAgent ? 'agent' : 'visitor'}>
              <MessageText text={message.text} />
            </Bubble>
            <Meta side={message.isAgent ? 'agent' : 'visitor'}>
              {message.isAgent && message.agentName ? `${message.agentName} • ` : ''}
              <time dateTime={message.createdAt}>{TIME.format(new Date(message.createdAt))}</time>
              {!message.isAgent && <Icon name="checks" size={14} className="ml-1 inline" />}
              {!message.isAgent && <span className="sr-only">Sent</span>}
            </Meta>
          </div>
        ))}
        {list.pending.map((message) => (
          <div key={message.clientId} data-testid="message" className="flex flex-col">
            <Bubble side="pending">
              <MessageText text={message.text} />
            </Bubble>
            <Meta side="visitor">
              {message.state === 'sending' ? (
                'Sending...'
              ) : (
                <span className="text-error">
                  {message.reason}{' '}
                  <button
                    type="button"
                    className="min-h-6 font-semibold underline"
                    onClick={() => onRetry(message.clientId)}
                  >
                    Retry
                  </button>
                </span>
              )}
            </Meta>
          </div>
        ))}
      </div>
      <div ref={end} />
    </div>
  );
}

const SIDES = {
  agent: 'self-start bg-surface ring-1 ring-line rounded-[18px] rounded-bl-[4px]',
  visitor: 'self-end bg-primary text-on-primary rounded-[18px] rounded-br-[4px]',
  pending:
    'self-end bg-soft text-soft-ink border-[1.5px] border-dashed border-primary rounded-[18px] rounded-br-[4px]',
};

function Bubble({ side, children }: { side: keyof typeof SIDES; children: ReactNode }) {
  return (
    <div
      className={`max-w-[85%] px-3.5 py-2.5 text-[15px] leading-[1.4] [overflow-wrap:anywhere] ${SIDES[side]}`}
    >
      {children}
    </div>
  );
}

function Meta({ side, children }: { side: 'agent' | 'visitor'; children: ReactNode }) {
  return (
    <p
      className={`mt-1 flex items-center text-[13px] text-ink-3 ${side === 'visitor' ? 'self-end text-right' : 'self-start'}`}
    >
      {children}
    </p>
  );
}
