import { isInView } from '../protocol/entry-state.ts';
import type { MessageEvent } from '../protocol/events.ts';
import type { InboxEntry, InboxScope } from '../protocol/views.ts';
import {
  addPage,
  applyMessage,
  compare,
  LATEST_FIRST,
  putEntry,
  removeEntry,
  type EntriesUpdate,
  type Order,
} from './inbox-entries.ts';
import type { InboxQuery } from './inbox-query.ts';

export interface ViewList {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  /** The cursor of the next page. Entries of later pages may already be in `entries`. */
  readonly end?: Cursor;
}

export interface Cursor {
  readonly at: string;
  readonly visitorId: string;
  /** `at` is then the start of the wait. */
  readonly isWaiting?: true;
}

export interface ListUpdate {
  readonly list: ViewList;
  readonly staleVisitorId?: string;
}

/** Sorts waiting visitors by longest wait; the others follow, newest first. */
const LONGEST_WAIT_FIRST: Order = (a, b) => {
  if (a.waitingSince === null || b.waitingSince === null) {
    if (a.waitingSince === b.waitingSince) return LATEST_FIRST(a, b);
    return a.waitingSince === null ? 1 : -1;
  }
  return compare(a.waitingSince, b.waitingSince) || compare(a.visitorId, b.visitorId);
};

const orderOf = ({ order }: InboxQuery): Order =>
  order === 'longest-waiting' ? LONGEST_WAIT_FIRST : LATEST_FIRST;

export function belongsTo(
  { scope, view }: InboxQuery,
  inboxEntry: InboxEntry,
  agentId: string,
): boolean {
  return isInScope(scope, inboxEntry, agentId) && isInView(view, inboxEntry.state);
}

export function isInScope(scope: InboxScope, inboxEntry: InboxEntry, agentId: string): boolean {
  if (scope === 'all') return true;
  if (scope === 'mine') return inboxEntry.agentId === agentId;
  return inboxEntry.agentId === null && inboxEntry.state !== 'resolved';
}

export function pageOf(
  { order }: InboxQuery,
  entries: readonly InboxEntry[],
  entriesPerPage: number,
): ViewList {
  const last = entries.at(-1);
  if (!last || entries.length < entriesPerPage) return { entries, hasMore: false };
  const { visitorId, waitingSince, updatedAt } = last;
  const end: Cursor =
    order === 'longest-waiting' && waitingSince !== null
      ? { at: waitingSince, visitorId, isWaiting: true }
      : { at: updatedAt, visitorId };
  return { entries, hasMore: true, end };
}

/** Inserts an entry from the server, or removes the entry if it no longer belongs in the list. */
export function putInList(
  list: ViewList,
  query: InboxQuery,
  inboxEntry: InboxEntry,
  agentId: string,
): ViewList {
  const entries = putEntry(list.entries, inboxEntry, orderOf(query));
  const held = entries.find(({ visitorId }) => visitorId === inboxEntry.visitorId);
  return held && belongsTo(query, held, agentId)
    ? { ...list, entries }
    : removeFromList(list, inboxEntry.visitorId);
}

export function putPage(
  list: ViewList | null,
  query: InboxQuery,
  page: ViewList,
  isFresh: boolean,
): ViewList {
  const before = isFresh ? [] : (list?.entries ?? []);
  return { ...page, entries: addPage(before, page.entries, orderOf(query)) };
}

/**
 * Inserts the first page again. Further pages that were scrolled to stay, except entries that no longer sort
 * after the page; without further pages the first page replaces the list.
 */
export function putFirstPage(list: ViewList | null, query: InboxQuery, page: ViewList): ViewList {
  const last = page.entries.at(-1);
  const isWhole = !list || !last || !page.hasMore || list.entries.length <= page.entries.length;
  if (isWhole) return putPage(list, query, page, true);
  const order = orderOf(query);
  const entries = list.entries.filter((inboxEntry) => order(last, inboxEntry) < 0);
  return putPage({ ...list, entries }, query, { ...list, entries: page.entries }, false);
}

export function goesBeyond(list: ViewList, query: InboxQuery, page: ViewList): boolean {
  const [last, loaded] = [page.entries.at(-1), list.entries.at(-1)];
  return page.hasMore && !!last && !!loaded && orderOf(query)(last, loaded) < 0;
}

/**
 * Inserts a further page again, which starts after `before`. Loaded entries in its range that it lacks are
 * removed.
 */
export function putFurtherPage(
  list: ViewList,
  query: InboxQuery,
  before: InboxEntry,
  page: ViewList,
): ViewList {
  const order = orderOf(query);
  const last = page.entries.at(-1);
  const isBehind = (inboxEntry: InboxEntry) =>
    page.hasMore && !!last && order(last, inboxEntry) < 0;
  const entries = list.entries.filter(
    (inboxEntry) => order(inboxEntry, before) <= 0 || isBehind(inboxEntry),
  );
  const rest = entries.some(isBehind) ? list : page;
  return { ...rest, entries: addPage(entries, page.entries, order) };
}

export function removeFromList(list: ViewList, visitorId: string): ViewList {
  return { ...list, entries: removeEntry(list.entries, visitorId) };
}

/** Counts a message if its visitor is in the list; otherwise the server must be asked. */
export function applyMessageToList(
  list: ViewList,
  query: InboxQuery,
  event: MessageEvent,
  agentId: string,
): ListUpdate {
  const update = applyMessage(list.entries, event, orderOf(query));
  const changed = update.entries.find(({ visitorId }) => visitorId === event.visitorId);
  const left =
    changed && !belongsTo(query, changed, agentId)
      ? removeEntry(update.entries, event.visitorId)
      : update.entries;
  return withStale({ ...list, entries: left }, update);
}

function withStale(list: ViewList, { staleVisitorId }: EntriesUpdate): ListUpdate {
  return staleVisitorId === undefined ? { list } : { list, staleVisitorId };
}
