import { memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MessageFiles } from '../files/message-files.tsx';
import { visitorUploads } from '../files/open-uploads.ts';
import { PendingFiles } from '../files/pending-files.tsx';
import { MessageText } from '../message-text.tsx';
import { formatClock } from '../times.ts';
import { Bubble } from './bubble.tsx';
import type { ShownMessage } from './message-rows.ts';

interface MessageLineProps {
  readonly message: ShownMessage;
  readonly onRetry: (clientId: string) => void;
  readonly onDiscard: (clientId: string) => void;
}

/** One message with what is known about it. A message that is typed beside does not redraw it. */
export const MessageLine = memo(
  function MessageLine({ message, onRetry, onDiscard }: MessageLineProps) {
    const { text, files, isAgent, status, hasMeta, pending } = message;
    const side = isAgent
      ? 'agent'
      : status === 'sending'
        ? 'pending'
        : status === 'failed'
          ? 'failed'
          : 'visitor';
    return (
      <div data-testid="message" className="chat-line flex flex-col">
        <span className="sr-only">{isAgent ? `${message.agentName ?? 'Agent'}: ` : 'You: '}</span>
        {text !== '' && (
          <Bubble side={side}>
            <MessageText text={text} />
          </Bubble>
        )}
        {files.length > 0 && <MessageFiles files={files} side={isAgent ? 'start' : 'end'} />}
        {pending?.files && <PendingFiles files={pending.files} uploads={visitorUploads()} />}
        {/* What becomes of a message that was read out already is not worth an interruption. */}
        <div
          aria-live="off"
          className={`text-[13px] text-ink-3 ${isAgent ? 'self-start pl-1' : 'self-end pr-1'}`}
        >
          {status === 'failed' ? (
            <Failure
              reason={message.pending?.reason ?? 'It could not be sent.'}
              onRetry={() => onRetry(message.key)}
              onDiscard={() => onDiscard(message.key)}
            />
          ) : (
            hasMeta && <Meta message={message} />
          )}
        </div>
      </div>
    );
  },
  (before, after) => looksSame(before.message, after.message),
);

function looksSame(one: ShownMessage, other: ShownMessage): boolean {
  return (
    one.key === other.key &&
    one.text === other.text &&
    one.files === other.files &&
    one.status === other.status &&
    one.hasMeta === other.hasMeta &&
    one.writtenAt.getTime() === other.writtenAt.getTime() &&
    one.pending?.reason === other.pending?.reason
  );
}

function Meta({ message }: { message: ShownMessage }) {
  const { isAgent, agentName, writtenAt, status } = message;
  if (status === 'sending') return <p className="mt-1">Sending...</p>;
  return (
    <p className="mt-1 flex items-center gap-1 tabular-nums">
      {isAgent && agentName && `${firstName(agentName)} • `}
      <time dateTime={writtenAt.toISOString()}>{formatClock(writtenAt)}</time>
      {!isAgent && (
        <>
          {status === 'seen' ? ' • Seen' : ' • Sent'}
          <Icon
            name={status === 'seen' ? 'checks' : 'check'}
            size={15}
            className={status === 'seen' ? 'text-primary' : ''}
          />
        </>
      )}
    </p>
  );
}

interface FailureProps {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function Failure({ reason, onRetry, onDiscard }: FailureProps) {
  return (
    <div className="mt-1 flex flex-col items-end">
      <p className="flex max-w-[270px] gap-1.5 leading-[1.4] font-medium text-error">
        <Icon name="warning-circle-fill" size={15} className="mt-0.5" />
        {reason}
      </p>
      <p className="flex gap-1">
        <FailureButton onClick={onRetry}>Retry</FailureButton>
        <FailureButton onClick={onDiscard}>Discard</FailureButton>
      </p>
    </div>
  );
}

function FailureButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mr-3 min-h-11 px-3 font-semibold text-ink underline underline-offset-3 hover:text-primary"
    >
      {children}
    </button>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
