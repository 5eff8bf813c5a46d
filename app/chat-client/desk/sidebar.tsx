import { useCallback } from 'react';
import type { DeskMember, InboxEntry, InboxView } from '../../conversation/wire/views.ts';
import { BecalmedBoat } from '../../ui/becalmed-boat.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { InboxItem } from './inbox-item.tsx';
import { MessageHits } from './message-hits.tsx';
import type { InboxState, InboxStore } from './inbox-store.ts';
import { ProfileCard } from './profile-card.tsx';
import { useReached } from './use-reached.ts';

interface SidebarProps {
  readonly member: DeskMember;
  readonly state: InboxState;
  readonly store: InboxStore;
  readonly unread: number;
  readonly onShowShortcuts: () => void;
}

/** 'Agent Dashboard': who is signed in, and the visitors assigned to them. */
export function Sidebar({ member, state, store, unread, onShowShortcuts }: SidebarProps) {
  const { view, lists, search } = state;
  const shown = store.shownEntries();
  const isSearch = search.found !== null;
  const hasMore = !isSearch && (lists[view]?.hasMore ?? false);
  const isLoading = search.isLoading || state.isLoading || (!isSearch && !lists[view]);
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
      <SearchField text={search.text} onType={(text) => store.search(text)} />
      {store.views.length > 1 && <Views state={state} store={store} />}
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        {state.agents && !isSearch && <AgentsPanel agents={state.agents} />}
        <h2 className="flex gap-2 px-5 pt-5 pb-2.5 font-sans text-[15px] tracking-normal">
          Visitor Conversations
          <span className="font-medium text-ink-3 tabular-nums">
            {shown.length}
            {hasMore ? '+' : ''}
          </span>
        </h2>
        {shown.length === 0 && search.hits.length === 0 ? (
          <EmptyList isLoading={isLoading} view={isSearch ? 'search' : view} />
        ) : (
          <EntryList
            entries={shown}
            hasMore={hasMore}
            member={member}
            openVisitorId={state.openVisitorId}
            store={store}
          />
        )}
        {isSearch && <MessageHits search={search} target={state.target} store={store} />}
      </div>
    </aside>
  );
}

interface SearchFieldProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

function SearchField({ text, onType }: SearchFieldProps) {
  return (
    <div className="relative px-3 pt-3">
      <Icon
        name="magnifying-glass"
        className="pointer-events-none absolute top-6 left-[27px] text-ink-2"
      />
      <input
        id="inbox-search"
        type="search"
        className="field min-h-11 py-0 pl-11"
        aria-label="Search conversations"
        placeholder="Search conversations..."
        value={text}
        maxLength={100}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

interface EntryListProps {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  readonly member: DeskMember;
  readonly openVisitorId: string | null;
  readonly store: InboxStore;
}

function EntryList({ entries, hasMore, member, openVisitorId, store }: EntryListProps) {
  const open = useCallback((visitorId: string) => void store.open(visitorId), [store]);
  return (
    <div role="list" className="px-3">
      {blocksOf(entries).map((block, index) => (
        <div key={index} role="presentation" className={BLOCK}>
          {block.map((entry) => (
            <InboxItem
              key={entry.visitorId}
              entry={entry}
              isOpen={entry.visitorId === openVisitorId}
              {...(entry.agentId === member.id ? {} : { holder: entry.agentName })}
              onOpen={open}
            />
          ))}
        </div>
      ))}
      {hasMore && <NextPage onReached={() => void store.loadMore()} />}
    </div>
  );
}

/** There may be thousands: as many as this are laid out together, or not at all. */
const BLOCK_ITEMS = 50;
const BLOCK =
  '-mx-3 px-3 [contain-intrinsic-size:auto_4600px] [content-visibility:auto] has-aria-[current=true]:[content-visibility:visible]';

/** What is out of sight is looked at block by block, not item by item, at every frame. */
function blocksOf(entries: readonly InboxEntry[]): InboxEntry[][] {
  return Array.from({ length: Math.ceil(entries.length / BLOCK_ITEMS) }, (_, index) =>
    entries.slice(index * BLOCK_ITEMS, (index + 1) * BLOCK_ITEMS),
  );
}

const VIEW_NAMES: Readonly<Record<InboxView, string>> = {
  mine: 'Mine',
  queue: 'Queue',
  all: 'All',
};

/** Which visitors the list shows, for those who may see more than their own. */
function Views({ state, store }: { state: InboxState; store: InboxStore }) {
  const { queue } = state.lists;
  return (
    <div role="group" aria-label="Which visitors" className="mx-3 mt-3 flex gap-1">
      {store.views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={state.view === view}
          onClick={() => void store.show(view)}
          className="flex min-h-11 flex-1 items-center justify-center gap-1.5 rounded-chip px-2 text-[15px] font-semibold text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised forced-colors:aria-pressed:border"
        >
          {VIEW_NAMES[view]}
          {view === 'queue' && queue && queue.entries.length > 0 && (
            <span className="rounded-[8px] bg-amber-tint px-1.5 text-[13px] leading-5 font-bold text-amber tabular-nums">
              {queue.entries.length}
              {queue.hasMore ? '+' : ''}
              <span className="sr-only"> waiting</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

const EMPTY: Readonly<Record<InboxView | 'search', readonly [title: string, note: string]>> = {
  mine: ['No conversations assigned yet', 'New conversations appear here automatically.'],
  queue: ['Nobody is waiting', 'Visitors whom no agent has yet appear here automatically.'],
  all: ['No conversations yet', 'New conversations appear here automatically.'],
  search: ['No conversation found', 'Try part of an e-mail address or whole words from a message.'],
};

function EmptyList({ isLoading, view }: { isLoading: boolean; view: InboxView | 'search' }) {
  const [title, note] = EMPTY[view];
  return (
    <div className="px-5 py-8 text-center" role="status">
      {/* Where there is no panel beside the list that shows it. */}
      <div className="mb-4 md:hidden">{!isLoading && <BecalmedBoat />}</div>
      <p className="font-semibold">{isLoading ? 'Loading...' : title}</p>
      <p className="mt-1 text-[14px] text-ink-2">{note}</p>
    </div>
  );
}

/** Loads the next page when it scrolls into sight. */
function NextPage({ onReached }: { onReached: () => void }) {
  const mark = useReached<HTMLDivElement>(onReached);
  return (
    <div ref={mark} className="py-4 text-center text-[14px] text-ink-3">
      Loading...
    </div>
  );
}
