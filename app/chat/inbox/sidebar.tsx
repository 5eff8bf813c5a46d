import { useEffect, useRef } from 'react';
import type { Member } from '../../team/member.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { InboxItem } from './inbox-item.tsx';
import type { InboxState, InboxStore } from './inbox-store.ts';
import { ProfileCard } from './profile-card.tsx';

interface SidebarProps {
  readonly member: Member;
  readonly state: InboxState;
  readonly store: InboxStore;
  readonly unread: number;
  readonly onShowShortcuts: () => void;
}

/** 'Agent Dashboard': who is signed in, and the visitors assigned to them. */
export function Sidebar({ member, state, store, unread, onShowShortcuts }: SidebarProps) {
  const shown = state.found ?? state.entries;
  return (
    <aside
      aria-label="Conversations"
      className={`flex min-h-0 flex-col border-r border-line bg-sunken ${state.openVisitorId ? 'max-md:hidden' : ''}`}
    >
      <div className="flex items-center gap-2.5 px-5 pt-5 pb-3">
        <Mark size={28} />
        <h1 className="text-[19px] tracking-[-0.02em]">Agent Dashboard</h1>
        {unread > 0 && (
          <span className="ml-auto rounded-chip bg-badge px-2.5 py-1 text-[14px] leading-[18px] font-bold text-on-badge tabular-nums">
            {unread}
            <span className="sr-only"> unread messages</span>
          </span>
        )}
      </div>
      <ProfileCard
        member={member}
        acceptsChats={state.acceptsChats}
        onAcceptsChats={(accepts) => void store.setAcceptsChats(accepts)}
        onShowShortcuts={onShowShortcuts}
      />
      <div className="relative px-3 pt-3">
        <Icon
          name="magnifying-glass"
          className="pointer-events-none absolute top-[27px] left-[27px] text-ink-2"
        />
        <input
          id="inbox-search"
          type="search"
          className="field pl-11"
          aria-label="Search conversations"
          placeholder="Search conversations..."
          value={state.search}
          maxLength={100}
          onChange={(event) => store.search(event.target.value)}
        />
      </div>
      <h2 className="flex gap-2 px-5 pt-4 pb-2 font-sans text-[15px] tracking-normal">
        Visitor Conversations
        <span className="font-medium text-ink-3 tabular-nums">
          {shown.length}
          {state.hasMore && !state.found ? '+' : ''}
        </span>
      </h2>
      {shown.length === 0 ? (
        <EmptyList isLoading={state.isLoading} isSearch={state.found !== null} />
      ) : (
        <ul className="flex-1 overflow-y-auto px-3 pb-4">
          {shown.map((entry) => (
            <InboxItem
              key={entry.visitorId}
              entry={entry}
              isOpen={entry.visitorId === state.openVisitorId}
              onOpen={() => void store.open(entry.visitorId)}
            />
          ))}
          {state.hasMore && !state.found && <NextPage onReached={() => void store.loadMore()} />}
        </ul>
      )}
    </aside>
  );
}

function EmptyList({ isLoading, isSearch }: { isLoading: boolean; isSearch: boolean }) {
  const title = isSearch ? 'No conversation found' : 'No conversations assigned yet';
  const note = isSearch
    ? 'Try part of an e-mail address or a word from a message.'
    : 'New conversations appear here automatically.';
  return (
    <div className="px-5 py-8 text-center" role="status">
      <p className="font-semibold">{isLoading ? 'Loading...' : title}</p>
      <p className="mt-1 text-[14px] text-ink-2">{note}</p>
    </div>
  );
}

/** Loads the next page when it scrolls into sight. */
function NextPage({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached());
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onReached]);
  return (
    <li ref={mark} className="py-4 text-center text-[14px] text-ink-3">
      Loading...
    </li>
  );
}
