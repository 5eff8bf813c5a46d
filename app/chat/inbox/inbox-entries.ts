import { formatMessage } from '../protocol/files.ts';
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

export function removeEntry(entries: readonly InboxEntry[], visitorId: string): InboxEntry[] {
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

/** Times and ids are ASCII: comparing them by locale would take a hundred times as long. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
