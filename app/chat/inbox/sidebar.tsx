import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, useState } from 'react';
import type { InboxView } from '../protocol/entry-state.ts';
import type { DeskMember, InboxEntry, InboxScope } from '../protocol/views.ts';
import { ErrorIllustration } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { InboxItem } from './inbox-item.tsx';
import type { InboxQuery } from './inbox-query.ts';
import { InboxViews, formatCount } from './inbox-views-bar.tsx';
import { Mentions, MessageHits } from './message-lists.tsx';
import type { InboxState } from './inbox-state.ts';
import type { InboxStore } from './inbox-store.ts';
import { SearchFilters } from './search-filters.tsx';
import type { SelectionState } from './inbox-selection.ts';
import { SharedBar, type SharedView } from './shared-files.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useReached } from './use-reached.ts';
import { browserStorage, loadText, saveText } from '../../ui/browser-storage.ts';

interface SidebarProps {
  readonly member: DeskMember;
  readonly state: InboxState;
  readonly store: InboxStore;
  readonly unread: number;
  readonly isAway: boolean;
  readonly shared: SharedView;
}

export function Sidebar({ member, state, store, unread, isAway, shared }: SidebarProps) {
  const { query, list, counts, search } = state;
  const shown = store.shownEntries();
  const onType = (text: string) => store.search.search(text);
  const isSearch = search.found !== null;
  const hasMore = !isSearch && (list?.hasMore ?? false);
  const isLoading = search.isLoading || state.isLoading || (!isSearch && !list);
  return (
    <aside
      aria-label={t('Conversations')}
      className={`flex min-h-0 flex-col border-r border-line bg-sunken [@media(height<480px)]:overflow-y-auto ${state.openVisitorId ? 'max-md:hidden' : ''}`}
    >
      <div className="flex items-center gap-2.5 px-5 pt-5 pb-3">
        <h1 className="text-[19px] tracking-[-0.02em]">{t('Agent Dashboard')}</h1>
        {isAway && <Chip tone="amber">{t('Away')}</Chip>}
        <span role="status" className="contents">
          {state.isOffline && <Chip tone="amber">{t('Offline')}</Chip>}
        </span>
        {unread > 0 && (
          <span className="ml-auto rounded-chip bg-badge px-2.5 py-1 text-[14px] leading-[18px] font-bold text-on-badge tabular-nums">
            {unread}
            <span className="sr-only"> {t('unread messages')}</span>
          </span>
        )}
      </div>
      {/* An open conversation shows the error itself. */}
      {state.problem && !state.openVisitorId && (
        <p role="alert" className="px-5 pb-2 text-[14px] font-semibold text-error">
          {state.problem}
        </p>
      )}
      <NewRole member={member} />
      <SharedBar {...shared} />
      <SearchField text={search.text} onType={onType} />
      {(search.text !== '' || isSearch) && (
        <SearchFilters text={search.text} member={member} onType={onType} />
      )}
      <InboxViews state={state} scopes={store.scopes} />
      {/* At 400 % zoom the header leaves no room for the list, so the whole column scrolls. */}
      <div
        ref={useFromTheTop(state)}
        className="min-h-0 flex-1 overflow-y-auto pb-4 has-[.selection-bar]:scroll-pt-32 [@media(height<480px)]:flex-none [@media(height<480px)]:overflow-visible"
      >
        {!isSearch && (
          <Mentions
            mentions={state.mentions}
            onOpen={({ visitorId, conversationId }) =>
              void store.thread.open(visitorId, conversationId)
            }
          />
        )}
        {!isSearch && (state.agents || (!state.isOffline && store.hears('all'))) && (
          <AgentsPanel agents={state.agents} />
        )}
        {state.selection.isOn && (
          <SelectionBar
            state={state.selection}
            selection={store.selection}
            mayAssign={store.hears('queue')}
          />
        )}
        <div className="flex min-h-12 items-center px-5 pt-4 pb-1.5">
          <h2 className="flex min-w-0 flex-1 gap-2 font-sans text-[15px] tracking-normal">
            {t('Visitor Conversations')}
            <span className="font-medium text-ink-3 tabular-nums">
              {isSearch ? shown.length : counts && formatCount(counts[query.view])}
            </span>
          </h2>
          {!state.selection.isOn && shown.length > 0 && (
            <button
              type="button"
              className="-my-2 -mr-2 min-h-9 rounded-chip px-2 text-[13.5px] font-semibold text-ink-2 hover:text-ink"
              onClick={() => store.selection.begin()}
            >
              {t('Select')}
            </button>
          )}
        </div>
        {shown.length === 0 && search.hits.length === 0 ? (
          <EmptyList
            isLoading={isLoading}
            isUnknown={state.isOffline && !list}
            isSearch={isSearch}
            query={query}
          />
        ) : (
          <EntryList
            entries={shown}
            hasMore={hasMore}
            member={member}
            openVisitorId={state.openVisitorId}
            selection={state.selection}
            store={store}
          />
        )}
        {isSearch && <MessageHits search={search} target={state.target} store={store} />}
      </div>
    </aside>
  );
}

function useFromTheTop({
  query: { scope, view, order },
  search: { text },
}: InboxState): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // In newer browsers `scrollTo` returns a promise, which React would take for a cleanup function.
    box.current?.scrollTo(0, 0);
  }, [scope, view, order, text]);
  return box;
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
        dir="auto"
        id="inbox-search"
        type="search"
        className="field min-h-11 py-0 pl-11"
        aria-label={t('Search conversations')}
        placeholder={t('Search conversations...')}
        value={text}
        maxLength={300}
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
  readonly selection: SelectionState;
  readonly store: InboxStore;
}

function EntryList(props: EntryListProps) {
  const { entries, hasMore, member, openVisitorId, selection, store } = props;
  const open = useCallback((visitorId: string) => void store.thread.open(visitorId), [store]);
  const resolve = useCallback(
    (inboxEntry: InboxEntry) => void store.actions.toggleResolved(inboxEntry),
    [store],
  );
  const choose = useCallback(
    (inboxEntry: InboxEntry, isRange: boolean) => store.selection.toggle(inboxEntry, isRange),
    [store],
  );
  const list = useRef<HTMLDivElement>(null);
  // Keyboard users must see the open entry.
  useEffect(() => {
    if (openVisitorId === null) return;
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [openVisitorId]);
  return (
    <>
      <div ref={list} role="list" className="px-3">
        {blocksOf(entries).map((block, index) => (
          <div key={index} role="presentation" className={BLOCK}>
            {block.map((inboxEntry) => (
              <InboxItem
                key={inboxEntry.visitorId}
                inboxEntry={inboxEntry}
                isOpen={inboxEntry.visitorId === openVisitorId}
                {...(inboxEntry.agentId === member.id ? {} : { holder: inboxEntry.agentName })}
                onOpen={open}
                {...(inboxEntry.agentId === member.id && inboxEntry.state !== 'resolved'
                  ? { onResolve: resolve }
                  : {})}
                isChosen={selection.isOn ? selection.chosen.has(inboxEntry.visitorId) : undefined}
                onChoose={choose}
              />
            ))}
          </div>
        ))}
      </div>
      {hasMore && <NextPage onReached={() => void store.lists.loadMore()} />}
    </>
  );
}

/** A list may have thousands of entries, so the browser skips the layout of whole blocks outside the view. */
const BLOCK_ITEMS = 50;
const BLOCK =
  '-mx-3 px-3 [contain-intrinsic-size:auto_2800px] [content-visibility:auto] has-aria-[current=true]:[content-visibility:visible]';

/** The browser checks the visibility of each block at every frame, which would be slow for each item. */
function blocksOf(entries: readonly InboxEntry[]): InboxEntry[][] {
  return Array.from({ length: Math.ceil(entries.length / BLOCK_ITEMS) }, (_, index) =>
    entries.slice(index * BLOCK_ITEMS, (index + 1) * BLOCK_ITEMS),
  );
}

const EMPTY: Readonly<Record<InboxScope | 'search', readonly [title: Sentence, note: Sentence]>> = {
  mine: [msg('No conversations assigned yet'), msg('New conversations appear here automatically.')],
  queue: [
    msg('Nobody is waiting'),
    msg('Visitors whom no agent has yet appear here automatically.'),
  ],
  all: [msg('No conversations yet'), msg('New conversations appear here automatically.')],
  search: [
    msg('No conversation found'),
    msg('Try part of a name or an address, whole words from a message, or fewer filters.'),
  ],
};

const EMPTY_VIEWS: Readonly<
  Partial<Record<InboxView, readonly [title: Sentence, note: Sentence]>>
> = {
  waiting: [msg('Nobody is waiting'), msg('Whoever writes and has no answer yet appears here.')],
  snoozed: [msg('Nothing is snoozed'), msg('What you snooze comes back by itself.')],
  resolved: [msg('Nothing is resolved yet'), msg('A visitor’s next message opens it again.')],
};

const NOT_SEEN = [msg('Not on this device'), msg('This list comes with the connection.')] as const;

interface EmptyListProps {
  readonly isLoading: boolean;
  /** True if the device is offline and has never loaded this list. */
  readonly isUnknown: boolean;
  readonly isSearch: boolean;
  readonly query: InboxQuery;
}

function EmptyList({ isLoading, isUnknown, isSearch, query: { scope, view } }: EmptyListProps) {
  const [title, note] = isUnknown
    ? NOT_SEEN
    : isSearch
      ? EMPTY.search
      : (EMPTY_VIEWS[view] ?? EMPTY[scope]);
  if (isLoading && !isUnknown) {
    return (
      <div className="px-3">
        <Skeleton rows={8} height={56}>
          {t('Loading...')}
        </Skeleton>
      </div>
    );
  }
  return (
    <div className="px-5 py-8 text-center" role="status">
      {/* The illustration is shown here only if there is no second column that shows it. */}
      <div className="mb-4 md:hidden">
        <ErrorIllustration />
      </div>
      <p className="font-semibold">{t(title)}</p>
      <p className="mt-1 text-[14px] text-ink-2">{t(note)}</p>
    </div>
  );
}

function NextPage({ onReached }: { onReached: () => void }) {
  const mark = useReached<HTMLDivElement>(onReached);
  return (
    <div ref={mark} className="px-3 py-2">
      <Skeleton rows={2} height={56}>
        {t('Loading...')}
      </Skeleton>
    </div>
  );
}

/** Announces a new role once per browser, because lists or buttons may have disappeared. */
function NewRole({ member: { id, role, roleName } }: { readonly member: DeskMember }) {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const key = `embarka:role:${id}`;
    const before = loadText(browserStorage(), key);
    if (before !== '' && before !== role) setNew(true);
    saveText(browserStorage(), key, role);
  }, [id, role]);
  return (
    <p role="status" className="px-5 text-[14px] font-semibold text-amber">
      {isNew && (
        <span className="block pb-2">
          {t('Your role has been changed: {roleName}.', { roleName })}
        </span>
      )}
    </p>
  );
}
