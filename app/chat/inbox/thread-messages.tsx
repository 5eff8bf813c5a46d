import { Fragment, type ReactNode } from 'react';
import type { Member } from '../../team/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageText } from '../message-text.tsx';
import type { MessageView } from '../views.ts';
import type { OpenThread } from './inbox-store.ts';
import { formatClock, formatDay } from './times.ts';

interface ThreadMessagesProps {
  readonly member: Member;
  readonly thread: OpenThread;
  readonly onRetry: (conversationId: string, clientId: string) => void;
}

/** Messages by day, conversations parted by 'New Conversation Started'. */
export function ThreadMessages({ member, thread, onRetry }: ThreadMessagesProps) {
  const now = new Date();
  let day = '';
  return thread.conversations.map((conversation, index) => {
    const list = thread.lists[conversation.id];
    if (!list) return null;
    return (
      <Fragment key={conversation.id}>
        {index > 0 && (
          <Divider>
            <span className="rounded-chip bg-soft px-3 py-1 text-soft-ink">
              New Conversation Started
            </span>
          </Divider>
        )}
        {list.saved.map((message) => {
          const today = formatDay(new Date(message.createdAt), now);
          const isNewDay = today !== day;
          day = today;
          return (
            <Fragment key={message.id}>
              {isNewDay && <Divider>{today}</Divider>}
              <SavedMessage member={member} message={message} />
            </Fragment>
          );
        })}
        {list.pending.map((message) => (
          <div
            key={message.clientId}
            data-testid="message"
            className="mt-3 flex flex-col items-end"
          >
            <div
              className={`${BUBBLE} rounded-br-[4px] border-[1.5px] border-dashed border-primary bg-soft text-soft-ink`}
            >
              <MessageText text={message.text} />
            </div>
            <p className="mt-1 text-[13px] text-ink-3">
              {message.state === 'sending' ? (
                'Sending...'
              ) : (
                <span className="text-error">
                  {message.reason}{' '}
                  <button
                    type="button"
                    className="min-h-6 font-semibold underline"
                    onClick={() => onRetry(conversation.id, message.clientId)}
                  >
                    Retry
                  </button>
                </span>
              )}
            </p>
          </div>
        ))}
      </Fragment>
    );
  });
}

const BUBBLE =
  'max-w-[min(85%,560px)] rounded-[18px] px-3.5 py-2.5 text-[15px] leading-[1.45] [overflow-wrap:anywhere]';

function SavedMessage({ member, message }: { member: Member; message: MessageView }) {
  const time = <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt))}</time>;
  if (!message.isAgent) {
    return (
      <div data-testid="message" className="mt-3 flex flex-col items-start">
        <div className={`${BUBBLE} rounded-bl-[4px] bg-surface ring-1 ring-line`}>
          <MessageText text={message.text} />
        </div>
        <p className="mt-1 text-[13px] text-ink-3">{time}</p>
      </div>
    );
  }
  const isOwn = message.agentId === member.id;
  return (
    <div data-testid="message" className="mt-3 flex flex-col items-end">
      <div
        className={`${BUBBLE} rounded-br-[4px] ${isOwn ? 'bg-primary text-on-primary' : 'bg-sunken ring-1 ring-line'}`}
      >
        <MessageText text={message.text} />
      </div>
      <p className="mt-1 flex items-center gap-1 text-[13px] text-ink-3">
        {!isOwn && `${message.agentName ?? 'Former colleague'} (Previous Agent) • `}
        {time}
        {isOwn && <Icon name="checks" size={15} />}
        {isOwn && <span className="sr-only">Saved</span>}
      </p>
    </div>
  );
}

function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-4 text-[13.5px] font-semibold text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
