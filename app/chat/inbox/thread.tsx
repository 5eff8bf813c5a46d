import { useLayoutEffect, useRef, useState } from 'react';
import type { Member } from '../../team/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { displayName, type InboxEntry } from '../views.ts';
import { Avatar } from './avatar.tsx';
import type { InboxState } from './inbox-store.ts';
import { ReplyBox } from './reply-box.tsx';
import { ThreadMessages } from './thread-messages.tsx';

interface ThreadProps {
  readonly member: Member;
  readonly state: InboxState;
  readonly unread: number;
  readonly onSend: (text: string) => void;
  readonly onRetry: (conversationId: string, clientId: string) => void;
  readonly onTyping: () => void;
  readonly onBack: () => void;
}

/** SPEC §9: new messages scroll the thread only when its end is this near. */
const AUTO_SCROLL_PX = 100;

/** The main panel: one visitor's thread, or what to do when none is open. */
export function Thread({ member, state, unread, onSend, onRetry, onTyping, onBack }: ThreadProps) {
  const entry = state.entries.find(({ visitorId }) => visitorId === state.openVisitorId);
  const log = useRef<HTMLDivElement>(null);
  const [isNearEnd, setNearEnd] = useState(true);

  useLayoutEffect(() => {
    if (isNearEnd && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [state.thread, isNearEnd]);

  if (!entry) {
    return (
      <main
        className={`grid place-items-center text-center ${state.openVisitorId ? '' : 'max-md:hidden'}`}
      >
        <div>
          <h2 className="text-[24px]">
            {state.entries.length === 0 ? 'No conversations yet' : 'Select a conversation'}
          </h2>
          <p className="mt-2 text-ink-2">{state.problem ?? `${unread} unread messages`}</p>
        </div>
      </main>
    );
  }

  const welcome = `Hello, this is ${displayName(member.fullName, member.email)}. How can I help you today?`;
  return (
    <main
      className="flex min-h-0 flex-col bg-canvas"
      aria-label={`Conversation with ${entry.email}`}
    >
      <ThreadHeader entry={entry} onBack={onBack} onWelcome={() => onSend(welcome)} />
      {!state.isConnected && (
        <p role="status" className="bg-amber-tint px-6 py-2 text-sm font-semibold text-amber">
          Reconnecting... What you write is kept and sent as soon as the server is back.
        </p>
      )}
      {entry.service && (
        <p className="border-b border-line bg-surface px-6 py-2 text-sm">
          <Icon name="tag-fill" size={16} className="mr-1.5 inline text-primary" />
          Came from{' '}
          <a className="link" href={`/services/${entry.service.section}/${entry.service.slug}`}>
            {entry.service.title}
          </a>
        </p>
      )}
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        tabIndex={0}
        className="flex-1 overflow-y-auto px-5 py-5 md:px-7"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setNearEnd(scrollHeight - scrollTop - clientHeight <= AUTO_SCROLL_PX)
        }
      >
        {state.thread && <ThreadMessages member={member} thread={state.thread} onRetry={onRetry} />}
        {state.isVisitorTyping && <p className="mt-3 text-sm text-ink-3">Visitor is typing...</p>}
      </div>
      <ReplyBox onSend={onSend} onTyping={onTyping} />
    </main>
  );
}

interface ThreadHeaderProps {
  readonly entry: InboxEntry;
  readonly onBack: () => void;
  readonly onWelcome: () => void;
}

function ThreadHeader({ entry, onBack, onWelcome }: ThreadHeaderProps) {
  return (
    <header className="flex min-h-20 items-center gap-3 border-b border-line bg-surface px-4 py-3 md:px-7">
      <button
        type="button"
        aria-label="Back to the list"
        className="icon-button md:hidden"
        onClick={onBack}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="max-md:hidden">
        <Avatar name={entry.email} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[19px] tracking-[-0.02em]">{entry.email}</h2>
        <p className="flex flex-wrap gap-x-4 text-[14px] text-ink-2 tabular-nums">
          <span className="font-semibold text-success">
            <span aria-hidden="true">●</span> Online
          </span>
          <span>{entry.messageCount} messages</span>
          <span className="max-md:hidden">{entry.conversationCount} conversations</span>
          <span className="max-md:hidden">{entry.unreadCount} unread</span>
        </p>
      </div>
      {entry.needsWelcome && (
        <button type="button" className="button button-primary button-small" onClick={onWelcome}>
          Send Welcome
        </button>
      )}
    </header>
  );
}
