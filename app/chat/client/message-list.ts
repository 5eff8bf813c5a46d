import { isRemoved, type MessageView } from '../protocol/views.ts';
import type { PickedFile } from './files/picked-file.ts';

/**
 * Holds the messages of one conversation on one screen. The functions here are pure: both sides reduce
 * snapshots, hints and their own sending through them and arrive at the same list.
 */
export interface MessageList {
  /** Saved messages in order, without a gap between the first and the last. */
  readonly saved: readonly MessageView[];
  /** Saved messages that arrived before their predecessors; shown once the gap is filled. */
  readonly ahead: readonly MessageView[];
  /** Own messages that are not acknowledged yet, in the order written. */
  readonly pending: readonly PendingMessage[];
  readonly removals: Removals;
}

/** The known unsend events, including those of messages that this list does not hold. */
export interface Removals {
  /** The last number without a gap; clients request the events after this number. */
  readonly upTo: number;
  /** Maps message numbers to unsend numbers. */
  readonly known: ReadonlyMap<number, number>;
}

export interface PendingMessage {
  readonly clientId: string;
  readonly text: string;
  /** The message is sent once all of its files are uploaded. */
  readonly files?: readonly PickedFile[];
  /** ISO 8601 by this device's clock; the server's time replaces it. */
  readonly writtenAt: string;
  readonly state: 'sending' | 'failed';
  readonly reason?: string;
  /** The welcome that a button sends. rule 115 defines a separate error message for it. */
  readonly isWelcome?: boolean;
  /** The id of the agent who wrote the message: several people may share a browser. */
  readonly author?: string;
  /** True when a retry may succeed: there was no connection, or the server was busy. */
  readonly canRetry?: boolean;
}

const NO_REMOVALS: Removals = { upTo: 0, known: new Map() };

export const EMPTY_LIST: MessageList = {
  saved: [],
  ahead: [],
  pending: [],
  removals: NO_REMOVALS,
};

export function lastNumber(list: MessageList): number {
  return list.saved.at(-1)?.number ?? 0;
}

export function fileIdsOf({ pending }: MessageList): string[] {
  return pending.flatMap(({ files = [] }) => files.map(({ id }) => id));
}

export function savedAfter({ saved }: MessageList, number: number): readonly MessageView[] {
  return saved.slice(Math.max(number + 1 - (saved[0]?.number ?? 1), 0));
}

/** True when a message is known to exist that this list cannot show yet. */
export function hasGap(list: MessageList): boolean {
  return list.ahead.length > 0;
}

/**
 * Adds messages that the server has committed, in any order and any number of times. A saved message replaces
 * the pending message with the same client id.
 */
export function receive(before: MessageList, came: readonly MessageView[]): MessageList {
  const list = removeUnsent(before, came);
  const messages = findRemoved(came, list.removals);
  const last = lastNumber(list);
  const later = new Map(
    [...list.ahead, ...messages]
      .filter((message) => message.number > last)
      .map((message) => [message.number, message]),
  );
  const saved = [...list.saved];
  // A message ahead of a gap stays pending; otherwise it would be on no list until the gap is filled.
  const shown = new Set(
    messages.filter(({ number }) => number <= last).map(({ clientId }) => clientId),
  );
  let next = last + 1;
  for (let message = later.get(next); message; message = later.get(next)) {
    saved.push(message);
    shown.add(message.clientId);
    later.delete(next);
    next += 1;
  }
  return {
    ...list,
    saved,
    ahead: [...later.values()].sort((a, b) => a.number - b.number),
    pending: list.pending.filter(({ clientId }) => !shown.has(clientId)),
  };
}

/** Removes the text of unsent messages. An older copy that was still on its way does not restore it. */
function removeUnsent(list: MessageList, messages: readonly MessageView[]): MessageList {
  const known = new Map(list.removals.known);
  for (const { number, removalNumber } of messages) {
    if (removalNumber !== undefined) known.set(number, removalNumber);
  }
  if (known.size === list.removals.known.size) return list;
  const told = new Set(known.values());
  let { upTo } = list.removals;
  while (told.has(upTo + 1)) upTo += 1;
  const removals = { upTo, known };
  return {
    ...list,
    removals,
    saved: findRemoved(list.saved, removals),
    ahead: findRemoved(list.ahead, removals),
  };
}

/** Returns the same messages, with empty text for those that are known to be unsent. */
function findRemoved(
  messages: readonly MessageView[],
  { known }: Removals,
): readonly MessageView[] {
  const isOld = (message: MessageView) => !isRemoved(message) && known.has(message.number);
  if (!messages.some(isOld)) return messages;
  return messages.map((message) => {
    const removalNumber = known.get(message.number);
    if (removalNumber === undefined || isRemoved(message)) return message;
    return { ...message, text: '', removalNumber };
  });
}

/** True when a message was unsent and this list has not received that event. */
export function missesRemovals({ removals }: MessageList, removalCount: number): boolean {
  return removalCount > removals.upTo;
}

/** Records that every unsend event up to this number is known. */
export function knowRemovals(list: MessageList, upTo: number): MessageList {
  const { removals } = list;
  return removals.upTo >= upTo ? list : { ...list, removals: { ...removals, upTo } };
}

/** True when the server has acknowledged a message that is still shown as pending. */
export function isAcknowledged(list: MessageList, clientId: string): boolean {
  return list.ahead.some((message) => message.clientId === clientId);
}

/**
 * Starts from a page that need not begin at number 1, such as the newest part of a long conversation.
 * `removalCount` is the number of unsent messages when the page was read.
 */
export function startFrom(messages: readonly MessageView[], removalCount = 0): MessageList {
  return knowRemovals({ ...EMPTY_LIST, saved: messages }, removalCount);
}

export function prepend(list: MessageList, messages: readonly MessageView[]): MessageList {
  const first = list.saved[0]?.number ?? Infinity;
  return {
    ...list,
    saved: [
      ...findRemoved(messages, list.removals).filter((message) => message.number < first),
      ...list.saved,
    ],
  };
}

export function addPending(list: MessageList, message: PendingMessage): MessageList {
  return { ...list, pending: [...list.pending, message] };
}

export function markFailed(
  list: MessageList,
  clientId: string,
  reason: string,
  canRetry: boolean,
): MessageList {
  return updatePending(list, clientId, (message) => ({
    ...message,
    state: 'failed',
    reason,
    canRetry,
  }));
}

export function markSending(list: MessageList, clientId: string): MessageList {
  return updatePending(list, clientId, ({ clientId: id, text, writtenAt, isWelcome, files }) => ({
    clientId: id,
    text,
    writtenAt,
    state: 'sending',
    ...(isWelcome ? { isWelcome } : {}),
    ...(files ? { files } : {}),
  }));
}

export function discardPending(list: MessageList, clientId: string): MessageList {
  return { ...list, pending: list.pending.filter((message) => message.clientId !== clientId) };
}

/**
 * Merges the browser's stored outbox: adds messages written in another tab and updates those whose state
 * changed there. `dropMissing` also removes messages that another tab sent or discarded.
 */
export function syncPending(
  list: MessageList,
  stored: readonly PendingMessage[],
  dropMissing: boolean,
): MessageList {
  const saved = new Set(list.saved.map((message) => message.clientId));
  const byId = new Map(stored.map((message) => [message.clientId, message]));
  const remaining = list.pending
    .filter((message) => !dropMissing || byId.has(message.clientId))
    .map((message) => byId.get(message.clientId) ?? message);
  const known = new Set(remaining.map((message) => message.clientId));
  const added = stored.filter((message) => !known.has(message.clientId));
  const pending = [...remaining, ...added].filter((message) => !saved.has(message.clientId));
  return { ...list, pending: pending.sort((a, b) => a.writtenAt.localeCompare(b.writtenAt)) };
}

function updatePending(
  list: MessageList,
  clientId: string,
  change: (message: PendingMessage) => PendingMessage,
): MessageList {
  return {
    ...list,
    pending: list.pending.map((message) =>
      message.clientId === clientId ? change(message) : message,
    ),
  };
}
