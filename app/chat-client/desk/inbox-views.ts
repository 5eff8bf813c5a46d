import { isInView } from '../../conversation/wire/entry-state.ts';
import type { MessageEvent } from '../../conversation/wire/events.ts';
import type { InboxEntry, InboxScope } from '../../conversation/wire/views.ts';
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

/** One list of the dashboard, as far as it is loaded. */
export interface ViewList {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  /** Where the next page begins; entries of later pages may stand among those that are loaded. */
  readonly end?: Cursor;
}

/** The last entry of a page, by what orders its list there. */
export interface Cursor {
  readonly at: string;
  readonly visitorId: string;
  /** `at` is since when it waits. */
  readonly isWaiting?: true;
}

export interface ListUpdate {
  readonly list: ViewList;
  readonly staleVisitorId?: string;
}

/** Whoever waits longest is first; those who do not wait follow, the newest first. */
const LONGEST_WAIT_FIRST: Order = (a, b) => {
  if (a.waitingSince === null || b.waitingSince === null) {
    if (a.waitingSince === b.waitingSince) return LATEST_FIRST(a, b);
    return a.waitingSince === null ? 1 : -1;
  }
  return compare(a.waitingSince, b.waitingSince) || compare(a.visitorId, b.visitorId);
};

const orderOf = ({ order }: InboxQuery): Order =>
  order === 'longest-waiting' ? LONGEST_WAIT_FIRST : LATEST_FIRST;

/** Whether a visitor stands in this list of somebody's dashboard. */
export function belongsTo(
  { scope, view }: InboxQuery,
  entry: InboxEntry,
  agentId: string,
): boolean {
  return isInScope(scope, entry, agentId) && isInView(view, entry.state);
}

export function isInScope(scope: InboxScope, entry: InboxEntry, agentId: string): boolean {
  if (scope === 'all') return true;
  if (scope === 'mine') return entry.agentId === agentId;
  return entry.agentId === null && entry.state !== 'resolved';
}

/** A page as the server read it, with what the next one begins behind. */
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

/** Takes an entry from the server in, or out where it stands no longer. */
export function putInList(
  list: ViewList,
  query: InboxQuery,
  entry: InboxEntry,
  agentId: string,
): ViewList {
  const entries = putEntry(list.entries, entry, orderOf(query));
  const held = entries.find(({ visitorId }) => visitorId === entry.visitorId);
  return held && belongsTo(query, held, agentId)
    ? { ...list, entries }
    : removeFromList(list, entry.visitorId);
}

/** Takes a page in; `isFresh` puts it in the place of what was there. */
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
 * Takes the first page in again. Further pages that were scrolled to stay, but for what does not
 * stand behind it any longer; without them the first page is the whole truth.
 */
export function putFirstPage(list: ViewList | null, query: InboxQuery, page: ViewList): ViewList {
  const last = page.entries.at(-1);
  const isWhole = !list || !last || !page.hasMore || list.entries.length <= page.entries.length;
  if (isWhole) return putPage(list, query, page, true);
  const order = orderOf(query);
  const entries = list.entries.filter((entry) => order(last, entry) < 0);
  return putPage({ ...list, entries }, query, { ...list, entries: page.entries }, false);
}

/** Whether entries were scrolled to that stand behind this page. */
export function goesBeyond(list: ViewList, query: InboxQuery, page: ViewList): boolean {
  const [last, loaded] = [page.entries.at(-1), list.entries.at(-1)];
  return page.hasMore && !!last && !!loaded && orderOf(query)(last, loaded) < 0;
}

/** Takes a further page in again, which begins behind `before`: what stood there and is not in it is gone. */
export function putFurtherPage(
  list: ViewList,
  query: InboxQuery,
  before: InboxEntry,
  page: ViewList,
): ViewList {
  const order = orderOf(query);
  const last = page.entries.at(-1);
  const isBehind = (entry: InboxEntry) => page.hasMore && !!last && order(last, entry) < 0;
  const entries = list.entries.filter((entry) => order(entry, before) <= 0 || isBehind(entry));
  const rest = entries.some(isBehind) ? list : page;
  return { ...rest, entries: addPage(entries, page.entries, order) };
}

export function removeFromList(list: ViewList, visitorId: string): ViewList {
  return { ...list, entries: removeEntry(list.entries, visitorId) };
}

/** Counts a message where its visitor stands; about one in another list the server is asked. */
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
