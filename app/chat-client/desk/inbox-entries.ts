import { sayMessage } from '../../conversation/wire/files.ts';
import type { MessageEvent, ReadEvent } from '../../conversation/wire/events.ts';
import type { InboxEntry, MessageView } from '../../conversation/wire/views.ts';

/**
 * Entries of a list as events change them: pure, so that a test can hold "an old list and the events
 * since" against a fresh list. Latest first (SPEC §4).
 */

export interface EntriesUpdate {
  readonly entries: readonly InboxEntry[];
  /** The event says more than this list can work out: ask the server for this visitor's entry. */
  readonly staleVisitorId?: string;
}

/** How a list is sorted. */
export type Order = (a: InboxEntry, b: InboxEntry) => number;

export const LATEST_FIRST: Order = (a, b) =>
  compare(b.updatedAt, a.updatedAt) || compare(b.visitorId, a.visitorId);

/**
 * Takes an entry from the server. One that was read before an event this list has counted
 * already is older than what stands here, and is left out.
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

/** Adds the next page below what is there; once sorted for all of it, however long the list is. */
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

/** Counts a message; one that was counted before changes nothing. */
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

/** A visitor's message waits, a reply ends the wait (DECISIONS 29). */
function stateAfter(
  { state, waitingSince }: InboxEntry,
  { isAgent, createdAt, kind }: MessageView,
): Pick<InboxEntry, 'state' | 'waitingSince' | 'snoozedUntil'> | Record<string, never> {
  // What is told and not said waits for nobody, and answers nobody.
  if (kind === 'order' || kind === 'offer-answer') return {};
  if (!isAgent) {
    return { state: 'waiting', waitingSince: waitingSince ?? createdAt, snoozedUntil: null };
  }
  if (state !== 'waiting') return {};
  return { state: 'open', waitingSince: null, snoozedUntil: null };
}

/** What only the server knows. */
function isUnsure(entry: InboxEntry, { isAgent }: MessageView): boolean {
  // Another conversation may wait, or be more urgent now.
  if (entry.conversationCount > 1) return true;
  // The wait that was put aside goes on.
  if (!isAgent && entry.state === 'snoozed') return true;
  // Whether the visitor's agent ever answered is only known to the server once others have.
  return (
    !isAgent && !entry.needsWelcome && entry.visitorMessageCount === 0 && entry.messageCount > 0
  );
}

function needsWelcome(entry: InboxEntry, isAgent: boolean, isAnswered: boolean): boolean {
  if (isAnswered) return false;
  if (isAgent) return entry.needsWelcome;
  return entry.needsWelcome || entry.messageCount === 0;
}

/** Read on another device, or here. */
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

/** The visitor has seen the current conversation up to a number. */
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

/** Times and ids are plain letters: a comparison by language would take a hundred times as long. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
