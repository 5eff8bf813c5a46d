import { Fragment, type ReactNode } from 'react';
import type { Member } from '../../team/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import type { PendingMessage } from '../message-list.ts';
import { MessageText } from '../message-text.tsx';
import type { MessageView } from '../views.ts';
import type { ThreadState } from './open-thread.ts';
import { formatClock, formatDay } from './times.ts';

interface ThreadMessagesProps {
  readonly member: Member;
  readonly thread: ThreadState;
  /** How far the visitor has read the current conversation. */
  readonly visitorReadNumber: number;
  readonly onRetry: (conversationId: string, clientId: string) => void;
  readonly onDiscard: (conversationId: string, clientId: string) => void;
}

/** Messages by day, conversations parted by 'New Conversation Started'. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { member, thread, visitorReadNumber, onRetry, onDiscard } = props;
  const now = new Date();
  let day = '';
  return thread.conversations.map((conversation, index) => {
    const list = thread.lists[conversation.id];
    if (!list) return null;
    const isCurrent = conversation.id === thread.entry.conversationId;
    return (
      <Fragment key={conversation.id}>
        {index > 0 && list.saved.length === 0 && <ConversationStart />}
        {list.saved.map((message, position) => {
          const today = formatDay(new Date(message.createdAt), now);
          const isNewDay = today !== day;
          day = today;
          return (
            <Fragment key={message.id}>
              {isNewDay && <Divider>{today}</Divider>}
              {index > 0 && position === 0 && <ConversationStart />}
              <SavedMessage
                member={member}
                message={message}
                isSeen={isCurrent && message.number <= visitorReadNumber}
              />
            </Fragment>
          );
        })}
        {list.pending.map((message) => (
          <UnsentMessage
            key={message.clientId}
            message={message}
            onRetry={() => onRetry(conversation.id, message.clientId)}
            onDiscard={() => onDiscard(conversation.id, message.clientId)}
          />
        ))}
      </Fragment>
    );
  });
}

// A thread may hold thousands of messages; those out of sight are not laid out.
const ROW = 'mt-3 flex flex-col [content-visibility:auto] [contain-intrinsic-size:auto_64px]';
const BUBBLE =
  'max-w-[min(85%,560px)] rounded-[18px] px-3.5 py-2.5 text-[15px] leading-[1.45] [overflow-wrap:anywhere]';

interface SavedMessageProps {
  readonly member: Member;
  readonly message: MessageView;
  readonly isSeen: boolean;
}

function SavedMessage({ member, message, isSeen }: SavedMessageProps) {
  const time = <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt))}</time>;
  if (!message.isAgent) {
    return (
      <div data-testid="message" className={`${ROW} items-start`}>
        <div className={`${BUBBLE} rounded-bl-[4px] bg-surface ring-1 ring-line ring-inset`}>
          <MessageText text={message.text} />
        </div>
        <p className="mt-1 text-[13px] text-ink-3 tabular-nums">{time}</p>
      </div>
    );
  }
  const isOwn = message.agentId === member.id;
  return (
    <div data-testid="message" className={`${ROW} items-end`}>
      <div
        className={`${BUBBLE} rounded-br-[4px] ${isOwn ? 'bg-primary text-on-primary' : 'bg-sunken ring-1 ring-line ring-inset'}`}
      >
        <MessageText text={message.text} />
      </div>
      <p className="mt-1 flex items-center gap-1 text-[13px] text-ink-3 tabular-nums">
        {!isOwn && `${message.agentName ?? 'Former colleague'} (Previous Agent) • `}
        {time}
        {isOwn && <Icon name="checks" size={15} className={isSeen ? 'text-primary' : ''} />}
        {isOwn && <span className="sr-only">{isSeen ? 'Seen' : 'Saved'}</span>}
      </p>
    </div>
  );
}

interface UnsentMessageProps {
  readonly message: PendingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function UnsentMessage({ message, onRetry, onDiscard }: UnsentMessageProps) {
  return (
    <div data-testid="message" className={`${ROW} items-end`}>
      <div
        className={`${BUBBLE} rounded-br-[4px] border-[1.5px] border-dashed border-primary bg-soft text-soft-ink`}
      >
        <MessageText text={message.text} />
      </div>
      {message.state === 'sending' ? (
        <p className="mt-1 text-[13px] text-ink-3">Sending...</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-[13px] text-error">
          <span>{message.reason}</span>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onRetry}>
            Retry
          </button>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onDiscard}>
            Discard
          </button>
        </p>
      )}
    </div>
  );
}

function ConversationStart() {
  return (
    <Divider>
      <span className="flex items-center gap-2 rounded-chip bg-soft px-3 py-1.5 text-soft-ink">
        <Mark size={16} /> New Conversation Started
      </span>
    </Divider>
  );
}

function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-4 text-[13.5px] font-semibold text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
