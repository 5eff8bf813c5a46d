import { sayMessage } from '../protocol/files.ts';
import type { MessageEvent, ReadEvent } from '../protocol/events.ts';
import type { InboxEntry, MessageView } from '../protocol/views.ts';

/**
 * Applies events to the entries of a list, latest first (rule 150). The functions are pure, so that a test can
 * compare an old list plus its events with a fresh list.
 */

export interface EntriesUpdate {
  readonly entries: readonly InboxEntry[];
  /** The event is not enough to update this visitor's entry: request the entry from the server. */
  readonly staleVisitorId?: string;
}

export type Order = (a: InboxEntry, b: InboxEntry) => number;

export const LATEST_FIRST: Order = (a, b) =>
  compare(b.updatedAt, a.updatedAt) || compare(b.visitorId, a.visitorId);

/**
 * Inserts an entry from the server. An entry read before an event that this list has already counted is
 * outdated and ignored.
 */
export function putEntry(
  entries: readonly InboxEntry[],
  entry: InboxEntry,
  order: Order = LATEST_FIRST,
): InboxEntry[] {
  const known = entries.find(({ visitorId }) => visitorId === entry.visitorId);
  if (known && known.messageCount > entry.messageCount) return [...entries];
  return [...removeEntry(entries, entry.visitorId), entry].sort(order);
}

/** Appends a page. The whole list is sorted only once per page, however long the list is. */
export function addPage(
  entries: readonly InboxEntry[],
  page: readonly InboxEntry[],
  order: Order = LATEST_FIRST,
): InboxEntry[] {
  const byId = new Map(entries.map((entry) => [entry.visitorId, entry]));
  for (const entry of page) {
    const known = byId.get(entry.visitorId);
    if (!known || known.messageCount <= entry.messageCount) byId.set(entry.visitorId, entry);
  }
  return [...byId.values()].sort(order);
}

export function removeEntry(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.filter((entry) => entry.visitorId !== visitorId);
}

/** Counts a message; a message that was already counted changes nothing. */
export function applyMessage(
  entries: readonly InboxEntry[],
  { visitorId, conversationId, message }: MessageEvent,
  order: Order = LATEST_FIRST,
): EntriesUpdate {
  const entry = entries.find((candidate) => candidate.visitorId === visitorId);
  if (entry?.conversationId === conversationId && message.number <= entry.lastNumber) {
    return { entries };
  }
  if (entry?.conversationId !== conversationId || message.number !== entry.lastNumber + 1) {
    return { entries, staleVisitorId: visitorId };
  }
  const fromVisitor = message.isAgent ? 0 : 1;
  const isAnswered = message.agentId !== null && message.agentId === entry.agentId;
  const counted: InboxEntry = {
    ...entry,
    ...stateAfter(entry, message),
    lastNumber: message.number,
    lastMessageAt: message.createdAt,
    lastMessageText: sayMessage(message),
    updatedAt: message.createdAt,
    messageCount: entry.messageCount + 1,
    visitorMessageCount: entry.visitorMessageCount + fromVisitor,
    unreadCount: entry.unreadCount + fromVisitor,
    needsWelcome: needsWelcome(entry, message.isAgent, isAnswered),
  };
  const changed = putEntry(entries, counted, order);
  return isUnsure(entry, message)
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
function isUnsure(entry: InboxEntry, { isAgent }: MessageView): boolean {
  // Another conversation of the visitor may be waiting or may be more urgent.
  if (entry.conversationCount > 1) return true;
  // The conversation was snoozed while waiting, and only the server knows since when.
  if (!isAgent && entry.state === 'snoozed') return true;
  // Once other agents have replied, only the server knows if the current agent ever did.
  return (
    !isAgent && !entry.needsWelcome && entry.visitorMessageCount === 0 && entry.messageCount > 0
  );
}

function needsWelcome(entry: InboxEntry, isAgent: boolean, isAnswered: boolean): boolean {
  if (isAnswered) return false;
  if (isAgent) return entry.needsWelcome;
  return entry.needsWelcome || entry.messageCount === 0;
}

export function applyRead(
  entries: readonly InboxEntry[],
  { visitorId, conversationId, number }: ReadEvent,
): EntriesUpdate {
  const entry = entries.find((candidate) => candidate.visitorId === visitorId);
  if (!entry || entry.unreadCount === 0) return { entries };
  const isAllRead =
    entry.conversationId === conversationId &&
    number >= entry.lastNumber &&
    entry.conversationCount === 1;
  return isAllRead
    ? { entries: clearUnread(entries, visitorId) }
    : { entries, staleVisitorId: visitorId };
}

export function clearUnread(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
  return entries.map((entry) =>
    entry.visitorId === visitorId ? { ...entry, unreadCount: 0 } : entry,
  );
}

export function applySeen(
  entries: readonly InboxEntry[],
  conversationId: string,
  number: number,
): InboxEntry[] {
  return entries.map((entry) =>
    entry.conversationId === conversationId
      ? { ...entry, visitorReadNumber: Math.max(entry.visitorReadNumber, number) }
      : entry,
  );
}

/** Times and ids are ASCII: comparing them by locale would take a hundred times as long. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
