import { useState } from 'react';
import { getJson } from '../../platform/api-client.ts';
import type { Colleague } from '../../team/availability.server.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxEntry } from '../views.ts';
import { Avatar } from './avatar.tsx';
import type { InboxStore } from './inbox-store.ts';

interface ThreadHeaderProps {
  readonly entry: InboxEntry;
  readonly isVisitorOnline: boolean;
  readonly isReadOnly: boolean;
  readonly store: InboxStore;
  readonly onWelcome: () => void;
}

export function ThreadHeader(props: ThreadHeaderProps) {
  const { entry, isVisitorOnline, isReadOnly, store, onWelcome } = props;
  return (
    <header className="flex min-h-20 items-center gap-3 border-b border-line bg-surface px-3 py-3 md:px-7">
      <button
        type="button"
        aria-label="Back to the list"
        className="icon-button md:hidden"
        onClick={() => store.close()}
      >
        <Icon name="arrow-left" />
      </button>
      <span className="max-md:hidden">
        <Avatar name={entry.email} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[19px] tracking-[-0.02em]">{entry.email}</h2>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-[14px] text-ink-2 tabular-nums">
          <span className={`font-semibold ${isVisitorOnline ? 'text-success' : 'text-ink-3'}`}>
            <span aria-hidden="true">{isVisitorOnline ? '●' : '○'}</span>{' '}
            {isVisitorOnline ? 'Online' : 'Offline'}
          </span>
          <span>{plural(entry.messageCount, 'message')}</span>
          <span className="max-md:hidden">{plural(entry.conversationCount, 'conversation')}</span>
          <span className="max-md:hidden">{entry.unreadCount} unread</span>
        </p>
      </div>
      {!isReadOnly && entry.needsWelcome && (
        <button
          type="button"
          className="button button-primary button-small shrink-0"
          onClick={onWelcome}
        >
          Send Welcome
        </button>
      )}
      {!isReadOnly && entry.conversationId && (
        <>
          <button
            type="button"
            className="button button-line button-small shrink-0 max-lg:hidden"
            onClick={() => void store.setCompleted(!entry.isCompleted)}
          >
            {entry.isCompleted ? 'Reopen' : 'Resolve'}
          </button>
          <ThreadMenu entry={entry} store={store} />
        </>
      )}
    </header>
  );
}

function ThreadMenu({ entry, store }: { entry: InboxEntry; store: InboxStore }) {
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  async function load() {
    const answer = await getJson<{ colleagues: Colleague[] }>(
      `/agentchat/visitors/${entry.visitorId}/transfer`,
    );
    setColleagues(answer.colleagues);
  }
  const row =
    'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="More"
        popoverTarget="thread-menu"
        style={{ anchorName: '--thread-menu' }}
      >
        <Icon name="dots-three-vertical-bold" />
      </button>
      <div
        id="thread-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') load().catch(() => setColleagues([]));
        }}
        className="fixed inset-auto mt-1 w-[260px] rounded-[16px] bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-area:bottom_span-left]"
        style={{ positionAnchor: '--thread-menu' }}
      >
        <button
          type="button"
          className={`${row} lg:hidden`}
          popoverTarget="thread-menu"
          popoverTargetAction="hide"
          onClick={() => void store.setCompleted(!entry.isCompleted)}
        >
          {entry.isCompleted ? 'Reopen' : 'Resolve'}
        </button>
        <p className="px-3 pt-2 pb-1 text-[13.5px] font-semibold text-ink-3">Hand over to</p>
        {colleagues === null && <p className="px-3 py-2 text-ink-2">Loading...</p>}
        {colleagues?.length === 0 && <p className="px-3 py-2 text-ink-2">Nobody else is there.</p>}
        {colleagues?.map((colleague) => (
          <button
            key={colleague.id}
            type="button"
            className={row}
            popoverTarget="thread-menu"
            popoverTargetAction="hide"
            onClick={() => void store.transfer(colleague.id)}
          >
            <span className="min-w-0 flex-1 truncate">{colleague.fullName}</span>
            <span
              className={`text-[13px] ${colleague.isConnected ? 'text-success' : 'text-ink-3'}`}
            >
              {colleague.isConnected ? 'Online' : 'Offline'}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
