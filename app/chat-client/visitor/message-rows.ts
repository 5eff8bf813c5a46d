import type { MessageList, PendingMessage } from '../message-list.ts';
import type { MessageView } from '../../conversation/wire/views.ts';

/** What the log shows, line by line. */
export type LogRow =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  /** Another agent answers from here on. */
  | { readonly kind: 'joined'; readonly key: string; readonly label: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: ShownMessage };

export interface ShownMessage {
  readonly text: string;
  readonly isAgent: boolean;
  readonly agentName: string | null;
  readonly writtenAt: Date;
  /** Of the visitor's own messages. */
  readonly status: 'sending' | 'failed' | 'sent' | 'seen' | null;
  /** Name, time and status stand under the last of messages that belong together. */
  readonly hasMeta: boolean;
  readonly pending: PendingMessage | null;
}

/** Messages of one person that are further apart get a time each. */
const TOGETHER_MS = 5 * 60_000;

const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

/**
 * Groups messages, puts a day before the first of each, once there is more than today, and says
 * where another agent took over: who wrote what tells it, and at the end whoever has it now.
 */
export function toRows(
  list: MessageList,
  agentReadNumber: number,
  now: Date,
  agentName: string | null = null,
): LogRow[] {
  const shown = [
    ...list.saved.map((message) => showSaved(message, agentReadNumber)),
    ...list.pending.map(showPending),
  ];
  const hasDays = shown.some(({ message }) => dayOf(message.writtenAt) !== dayOf(now));
  const rows: LogRow[] = [];
  let lastAgent: string | null = null;
  const say = (name: string | null, key: string) => {
    const isOther = lastAgent !== null && name !== null && name !== lastAgent;
    if (isOther) rows.push({ kind: 'joined', key: `joined-${key}`, label: `${name} has joined` });
    lastAgent = name ?? lastAgent;
  };
  const firstPending = list.saved.length;
  for (const [index, { key, message }] of shown.entries()) {
    const before = shown[index - 1]?.message;
    const next = shown[index + 1]?.message;
    const day = dayOf(message.writtenAt);
    if (hasDays && (!before || dayOf(before.writtenAt) !== day)) {
      rows.push({ kind: 'day', key: `day-${day}-${key}`, label: dayLabel(message.writtenAt, now) });
    }
    if (message.isAgent) say(message.agentName, key);
    // What is still being sent is said to whoever has joined meanwhile.
    if (index === firstPending) say(agentName, 'now');
    const hasMeta = !next || !belongTogether(message, next);
    rows.push({ kind: 'message', key, message: { ...message, hasMeta } });
  }
  if (list.pending.length === 0) say(agentName, 'now');
  return rows;
}

interface Keyed {
  /** The client's name for the message, so that its line stays the same when it is saved. */
  readonly key: string;
  readonly message: ShownMessage;
}

function showSaved(message: MessageView, agentReadNumber: number): Keyed {
  const { clientId, text, isAgent, agentName, number, createdAt } = message;
  const status = isAgent ? null : number <= agentReadNumber ? 'seen' : 'sent';
  const writtenAt = new Date(createdAt);
  const shown = {
    text,
    isAgent,
    agentName,
    writtenAt,
    status,
    hasMeta: true,
    pending: null,
  } as const;
  return { key: clientId, message: shown };
}

function showPending(pending: PendingMessage): Keyed {
  return {
    key: pending.clientId,
    message: {
      text: pending.text,
      isAgent: false,
      agentName: null,
      writtenAt: new Date(pending.writtenAt),
      status: pending.state,
      hasMeta: true,
      pending,
    },
  };
}

function belongTogether(one: ShownMessage, next: ShownMessage): boolean {
  return (
    one.isAgent === next.isAgent &&
    one.agentName === next.agentName &&
    one.status === next.status &&
    one.status !== 'failed' &&
    dayOf(one.writtenAt) === dayOf(next.writtenAt) &&
    next.writtenAt.getTime() - one.writtenAt.getTime() < TOGETHER_MS
  );
}

/** The calendar day in this person's time zone. */
function dayOf(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000;
}

function dayLabel(time: Date, now: Date): string {
  const days = dayOf(now) - dayOf(time);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : LONG_DAY.format(time);
}
