import { formatMessage } from '../protocol/files.ts';
import type { MessageEvent, ReadEvent } from '../protocol/events.ts';
import type { InboxEntry, MessageView, InboxScope } from '../protocol/views.ts';
import { isInView } from '../protocol/entry-state.ts';
import type { InboxQuery } from './inbox-query.ts';

/**
 * Applies pages and events to a list of the inbox and its entries, latest first unless the agent chose otherwise (rule
 * 150). The functions are pure, so that a test can compare an old list plus its events with a fresh list.
 */

export interface EntriesUpdate {
  readonly entries: readonly InboxEntry[];
  /** The event is not enough to update this visitor's entry: request the entry from the server. */
  readonly staleVisitorId?: string;
}

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

interface ListUpdate {
  readonly list: ViewList;
  readonly staleVisitorId?: string;
}

type Order = (a: InboxEntry, b: InboxEntry) => number;

const LATEST_FIRST: Order = (a, b) =>
  compare(b.updatedAt, a.updatedAt) || compare(b.visitorId, a.visitorId);

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

/** Times and ids are ASCII: comparing them by locale would take a hundred times as long. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** True if `known` has counted a message that `inboxEntry` lacks, or was read later. */
function isNewer(known: InboxEntry, inboxEntry: InboxEntry): boolean {
  return known.messageCount > inboxEntry.messageCount || known.version > inboxEntry.version;
}

/** Inserts an entry from the server, unless the entry is outdated. */
export function putEntry(
  entries: readonly InboxEntry[],
  inboxEntry: InboxEntry,
  order: Order = LATEST_FIRST,
): InboxEntry[] {
  const known = entries.find(({ visitorId }) => visitorId === inboxEntry.visitorId);
  if (known && isNewer(known, inboxEntry)) return [...entries];
  return [...removeEntry(entries, inboxEntry.visitorId), inboxEntry].sort(order);
}

/** Appends a page. The whole list is sorted only once per page, however long the list is. */
export function addPage(
  entries: readonly InboxEntry[],
  page: readonly InboxEntry[],
  order: Order = LATEST_FIRST,
): InboxEntry[] {
  const byId = new Map(entries.map((inboxEntry) => [inboxEntry.visitorId, inboxEntry]));
  for (const inboxEntry of page) {
    const known = byId.get(inboxEntry.visitorId);
    if (!known || !isNewer(known, inboxEntry)) byId.set(inboxEntry.visitorId, inboxEntry);
  }
  return [...byId.values()].sort(order);
}

function removeEntry(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.filter((inboxEntry) => inboxEntry.visitorId !== visitorId);
}

/** Counts a message; a message that was already counted changes nothing. */
export function applyMessage(
  entries: readonly InboxEntry[],
  { visitorId, conversationId, message }: MessageEvent,
  order: Order = LATEST_FIRST,
): EntriesUpdate {
  const inboxEntry = entries.find((candidate) => candidate.visitorId === visitorId);
  if (inboxEntry?.conversationId === conversationId && message.number <= inboxEntry.lastNumber) {
    return { entries };
  }
  if (
    inboxEntry?.conversationId !== conversationId ||
    message.number !== inboxEntry.lastNumber + 1
  ) {
    return { entries, staleVisitorId: visitorId };
  }
  const fromVisitor = message.isAgent ? 0 : 1;
  const isAnswered = message.agentId !== null && message.agentId === inboxEntry.agentId;
  const counted: InboxEntry = {
    ...inboxEntry,
    ...stateAfter(inboxEntry, message),
    lastNumber: message.number,
    lastMessageAt: message.createdAt,
    lastMessageText: formatMessage(message),
    updatedAt: message.createdAt,
    messageCount: inboxEntry.messageCount + 1,
    visitorMessageCount: inboxEntry.visitorMessageCount + fromVisitor,
    unreadCount: inboxEntry.unreadCount + fromVisitor,
    needsWelcome: needsWelcome(inboxEntry, message.isAgent, isAnswered),
  };
  const changed = putEntry(entries, counted, order);
  return isUnsure(inboxEntry, message)
    ? { entries: changed, staleVisitorId: visitorId }
    : { entries: changed };
}

/** A visitor's message starts the wait, and a reply ends the wait (rule 140). */
function stateAfter(
  { state, waitingSince }: InboxEntry,
  { isAgent, createdAt, kind }: MessageView,
): Pick<InboxEntry, 'state' | 'waitingSince' | 'snoozedUntil'> | Record<string, never> {
  // A status line neither waits for an answer nor is one.
  if (kind === 'order' || kind === 'offer-answer') return {};
  if (!isAgent) {
    return { state: 'waiting', waitingSince: waitingSince ?? createdAt, snoozedUntil: null };
  }
  if (state !== 'waiting') return {};
  return { state: 'open', waitingSince: null, snoozedUntil: null };
}

/** True if only the server knows the new state. */
function isUnsure(inboxEntry: InboxEntry, { isAgent }: MessageView): boolean {
  // Another conversation of the visitor may be waiting or may be more urgent.
  if (inboxEntry.conversationCount > 1) return true;
  // The conversation was snoozed while waiting, and only the server knows since when.
  if (!isAgent && inboxEntry.state === 'snoozed') return true;
  // Once other agents have replied, only the server knows if the current agent ever did.
  return (
    !isAgent &&
    !inboxEntry.needsWelcome &&
    inboxEntry.visitorMessageCount === 0 &&
    inboxEntry.messageCount > 0
  );
}

function needsWelcome(inboxEntry: InboxEntry, isAgent: boolean, isAnswered: boolean): boolean {
  if (isAnswered) return false;
  if (isAgent) return inboxEntry.needsWelcome;
  return inboxEntry.needsWelcome || inboxEntry.messageCount === 0;
}

export function applyRead(
  entries: readonly InboxEntry[],
  { visitorId, conversationId, number }: ReadEvent,
): EntriesUpdate {
  const inboxEntry = entries.find((candidate) => candidate.visitorId === visitorId);
  if (!inboxEntry || inboxEntry.unreadCount === 0) return { entries };
  const isAllRead =
    inboxEntry.conversationId === conversationId &&
    number >= inboxEntry.lastNumber &&
    inboxEntry.conversationCount === 1;
  return isAllRead
    ? { entries: clearUnread(entries, visitorId) }
    : { entries, staleVisitorId: visitorId };
}

export function clearUnread(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.map((inboxEntry) =>
    inboxEntry.visitorId === visitorId ? { ...inboxEntry, unreadCount: 0 } : inboxEntry,
  );
}

export function applySeen(
  entries: readonly InboxEntry[],
  conversationId: string,
  number: number,
): InboxEntry[] {
  return entries.map((inboxEntry) =>
    inboxEntry.conversationId === conversationId
      ? { ...inboxEntry, visitorReadNumber: Math.max(inboxEntry.visitorReadNumber, number) }
      : inboxEntry,
  );
}

function belongsTo({ scope, view }: InboxQuery, inboxEntry: InboxEntry, agentId: string): boolean {
  return isInScope(scope, inboxEntry, agentId) && isInView(view, inboxEntry.state);
}

function isInScope(scope: InboxScope, inboxEntry: InboxEntry, agentId: string): boolean {
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
