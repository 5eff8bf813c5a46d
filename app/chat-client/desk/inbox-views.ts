import type { MessageEvent, ReadEvent } from '../../conversation/wire/events.ts';
import { INBOX_VIEWS, type InboxEntry, type InboxView } from '../../conversation/wire/views.ts';
import {
  addPage,
  applyMessage,
  applyRead,
  applySeen,
  compare,
  LATEST_FIRST,
  putEntry,
  removeEntry,
  type EntriesUpdate,
  type Order,
} from './inbox-entries.ts';

/** One list of the dashboard, as far as it is loaded. */
export interface ViewList {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  /** Where the next page begins; entries of later pages may stand among those that are loaded. */
  readonly end?: Cursor;
}

/** The last entry of a page, by what orders its list. */
export interface Cursor {
  readonly at: string;
  readonly visitorId: string;
}

/** The lists that are loaded: the own one always, the others once they are looked at. */
export type Lists = { readonly mine: ViewList } & {
  readonly [view in InboxView]?: ViewList;
};

export interface ListsUpdate {
  readonly lists: Lists;
  readonly staleVisitorId?: string;
}

/** In the queue whoever waits longest is first. */
const LONGEST_WAIT_FIRST: Order = (a, b) =>
  compare(a.startedAt ?? '', b.startedAt ?? '') || compare(a.visitorId, b.visitorId);

const ORDERS: Readonly<Record<InboxView, Order>> = {
  mine: LATEST_FIRST,
  queue: LONGEST_WAIT_FIRST,
  all: LATEST_FIRST,
};

/** Whether a visitor stands in this list of somebody's dashboard. */
export function belongsTo(view: InboxView, entry: InboxEntry, agentId: string): boolean {
  if (view === 'all') return true;
  if (view === 'mine') return entry.agentId === agentId;
  return entry.agentId === null && !entry.isCompleted && entry.conversationId !== null;
}

/** A page as the server read it, with what the next one begins behind. */
export function pageOf(
  view: InboxView,
  entries: readonly InboxEntry[],
  entriesPerPage: number,
): ViewList {
  const last = entries.at(-1);
  if (!last || entries.length < entriesPerPage) return { entries, hasMore: false };
  const at = view === 'queue' ? (last.startedAt ?? last.updatedAt) : last.updatedAt;
  return { entries, hasMore: true, end: { at, visitorId: last.visitorId } };
}

/** Takes an entry from the server into each list it belongs to, and out of the others. */
export function putInLists(lists: Lists, entry: InboxEntry, agentId: string): Lists {
  return mapLists(lists, (view, entries) =>
    belongsTo(view, entry, agentId)
      ? putEntry(entries, entry, ORDERS[view])
      : removeEntry(entries, entry.visitorId),
  );
}

/** Takes a page of one list in; `isFresh` puts it in the place of what was there. */
export function putPage(lists: Lists, view: InboxView, page: ViewList, isFresh: boolean): Lists {
  const before = isFresh ? [] : (lists[view]?.entries ?? []);
  const entries = addPage(before, page.entries, ORDERS[view]);
  return { ...lists, [view]: { ...page, entries } };
}

/** Out of one list, or out of all. */
export function removeFromLists(lists: Lists, visitorId: string, from?: InboxView): Lists {
  return mapLists(lists, (view, entries) =>
    from === undefined || from === view ? removeEntry(entries, visitorId) : entries,
  );
}

/**
 * Counts a message wherever its visitor stands. `hearsEverybody` is for those who are told of all
 * messages: about a visitor in none of their lists they need not ask unless all are on the screen,
 * or their own list goes on where it is not loaded.
 */
export function applyMessageToLists(
  lists: Lists,
  event: MessageEvent,
  hearsEverybody: boolean,
): ListsUpdate {
  const isKnown = knownEntry(lists, event.visitorId) !== undefined;
  if (!isKnown) {
    const isOfInterest = !hearsEverybody || lists.all !== undefined || lists.mine.hasMore;
    return isOfInterest ? { lists, staleVisitorId: event.visitorId } : { lists };
  }
  return updateLists(lists, event.visitorId, (view, entries) =>
    applyMessage(entries, event, ORDERS[view]),
  );
}

export function applyReadToLists(lists: Lists, event: ReadEvent): ListsUpdate {
  return updateLists(lists, event.visitorId, (_view, entries) => applyRead(entries, event));
}

export function applySeenToLists(lists: Lists, conversationId: string, number: number): Lists {
  return mapLists(lists, (_view, entries) => applySeen(entries, conversationId, number));
}

export function clearUnreadInLists(lists: Lists, visitorId: string): Lists {
  return mapLists(lists, (_view, entries) =>
    entries.map((entry) => (entry.visitorId === visitorId ? { ...entry, unreadCount: 0 } : entry)),
  );
}

/** The entry of this visitor, from whichever list has it. */
export function knownEntry(lists: Lists, visitorId: string | null): InboxEntry | undefined {
  for (const view of INBOX_VIEWS) {
    const found = lists[view]?.entries.find((entry) => entry.visitorId === visitorId);
    if (found) return found;
  }
  return undefined;
}

/** Changes each list that holds the visitor. */
function updateLists(
  lists: Lists,
  visitorId: string,
  change: (view: InboxView, entries: readonly InboxEntry[]) => EntriesUpdate,
): ListsUpdate {
  let staleVisitorId: string | undefined;
  const changed = mapLists(lists, (view, entries) => {
    if (!entries.some((entry) => entry.visitorId === visitorId)) return entries;
    const update = change(view, entries);
    staleVisitorId ??= update.staleVisitorId;
    return update.entries;
  });
  return staleVisitorId === undefined ? { lists: changed } : { lists: changed, staleVisitorId };
}

function mapLists(
  lists: Lists,
  change: (view: InboxView, entries: readonly InboxEntry[]) => readonly InboxEntry[],
): Lists {
  let changed = lists;
  for (const view of INBOX_VIEWS) {
    const list = lists[view];
    if (!list) continue;
    changed = { ...changed, [view]: { ...list, entries: change(view, list.entries) } };
  }
  return changed;
}
