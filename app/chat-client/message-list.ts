import { isRemoved, type MessageView } from '../conversation/wire/views.ts';
import type { PickedFile } from './files/picked-file.ts';

/**
 * The messages of one conversation as a screen holds them. Pure: both sides reduce snapshots,
 * hints and their own sending through these functions, and arrive at the same list.
 */
export interface MessageList {
  /** Saved messages in order, without a gap between the first and the last. */
  readonly saved: readonly MessageView[];
  /** Saved messages that came before their predecessors; shown once the gap is filled. */
  readonly ahead: readonly MessageView[];
  /** Own messages that are not acknowledged yet, in the order they were written. */
  readonly pending: readonly PendingMessage[];
  readonly removals: Removals;
}

/** What was taken back, as far as it is known here: also of messages that are not. */
export interface Removals {
  /** The last number without a gap: what a client asks to continue after. */
  readonly upTo: number;
  /** By the numbers of the messages in the conversation. */
  readonly known: ReadonlyMap<number, number>;
}

export interface PendingMessage {
  readonly clientId: string;
  readonly text: string;
  /** What it carries; it is sent when the last of them is on the server. */
  readonly files?: readonly PickedFile[];
  /** ISO 8601, by this device's clock; the server's time replaces it. */
  readonly writtenAt: string;
  readonly state: 'sending' | 'failed';
  /** Why it failed, in words for its author. */
  readonly reason?: string;
  /** The welcome that a button sends (SPEC §8 has words of its own for its failure). */
  readonly isWelcome?: boolean;
  /** Who of the team wrote it: several people may use one browser. */
  readonly author?: string;
  /** True when the same message may succeed later: no connection, or the server was busy. */
  readonly canRetry?: boolean;
}

const NO_REMOVALS: Removals = { upTo: 0, known: new Map() };

export const EMPTY_LIST: MessageList = {
  saved: [],
  ahead: [],
  pending: [],
  removals: NO_REMOVALS,
};

/** The last number held without a gap: what a client asks to continue after. */
export function lastNumber(list: MessageList): number {
  return list.saved.at(-1)?.number ?? 0;
}

/** The files of messages that are being sent. */
export function fileIdsOf({ pending }: MessageList): string[] {
  return pending.flatMap(({ files = [] }) => files.map(({ id }) => id));
}

/** What came after this number. */
export function savedAfter({ saved }: MessageList, number: number): readonly MessageView[] {
  return saved.slice(Math.max(number + 1 - (saved[0]?.number ?? 1), 0));
}

/** True when a message is known to exist that this list cannot show yet. */
export function hasGap(list: MessageList): boolean {
  return list.ahead.length > 0;
}

/**
 * Adds messages that the server has committed, in any order and any number of times. A pending
 * message with the same client id is replaced.
 */
export function receive(before: MessageList, came: readonly MessageView[]): MessageList {
  const list = takeBack(before, came);
  const messages = standing(came, list.removals);
  const last = lastNumber(list);
  const later = new Map(
    [...list.ahead, ...messages]
      .filter((message) => message.number > last)
      .map((message) => [message.number, message]),
  );
  const saved = [...list.saved];
  // One that came ahead of a gap stays pending, or it would be on no list until the gap is filled.
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

/**
 * Takes out what was taken back: an older copy of the message, which was on its way meanwhile, brings
 * nothing back.
 */
function takeBack(list: MessageList, messages: readonly MessageView[]): MessageList {
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
    saved: standing(list.saved, removals),
    ahead: standing(list.ahead, removals),
  };
}

/** The same messages, those that were taken back without their text. */
function standing(messages: readonly MessageView[], { known }: Removals): readonly MessageView[] {
  const isOld = (message: MessageView) => !isRemoved(message) && known.has(message.number);
  if (!messages.some(isOld)) return messages;
  return messages.map((message) => {
    const removalNumber = known.get(message.number);
    if (removalNumber === undefined || isRemoved(message)) return message;
    return { ...message, text: '', removalNumber };
  });
}

/** True when something was taken back that this list has not heard of. */
export function missesRemovals({ removals }: MessageList, removalCount: number): boolean {
  return removalCount > removals.upTo;
}

/** Everything that was taken back up to this number is known. */
export function knowRemovals(list: MessageList, upTo: number): MessageList {
  const { removals } = list;
  return removals.upTo >= upTo ? list : { ...list, removals: { ...removals, upTo } };
}

/** True when the server has acknowledged a message that is still shown as pending. */
export function isAcknowledged(list: MessageList, clientId: string): boolean {
  return list.ahead.some((message) => message.clientId === clientId);
}

/**
 * Starts from a page that need not begin at number 1: the newest part of a long thread. It was read
 * when so many messages had been taken back.
 */
export function startFrom(messages: readonly MessageView[], removalCount = 0): MessageList {
  return knowRemovals({ ...EMPTY_LIST, saved: messages }, removalCount);
}

/** Puts an earlier page in front. */
export function prepend(list: MessageList, messages: readonly MessageView[]): MessageList {
  const first = list.saved[0]?.number ?? Infinity;
  return {
    ...list,
    saved: [
      ...standing(messages, list.removals).filter((message) => message.number < first),
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
 * Takes over what this browser's store holds: messages written in another tab are added, those
 * whose state changed there are updated. `dropMissing` also removes what is no longer stored,
 * because another tab sent or discarded it.
 */
export function syncPending(
  list: MessageList,
  stored: readonly PendingMessage[],
  dropMissing: boolean,
): MessageList {
  const saved = new Set(list.saved.map((message) => message.clientId));
  const byId = new Map(stored.map((message) => [message.clientId, message]));
  const kept = list.pending
    .filter((message) => !dropMissing || byId.has(message.clientId))
    .map((message) => byId.get(message.clientId) ?? message);
  const known = new Set(kept.map((message) => message.clientId));
  const added = stored.filter((message) => !known.has(message.clientId));
  const pending = [...kept, ...added].filter((message) => !saved.has(message.clientId));
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
