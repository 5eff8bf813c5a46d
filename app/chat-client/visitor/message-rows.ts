import { toRows, type DayRow, type Line, type Placed } from '../log-rows.ts';
import type { MessageList, PendingMessage } from '../message-list.ts';
import { dayOf } from '../times.ts';
import type { MessageView } from '../../conversation/wire/views.ts';

/** What the log shows, line by line. */
export type LogRow = DayRow | JoinedRow | ShownMessage;

/** Another agent answers from here on. */
interface JoinedRow {
  readonly kind: 'joined';
  readonly key: string;
  readonly label: string;
}

interface VisitorLine extends Line {
  readonly kind: 'message';
  readonly text: string;
  readonly isAgent: boolean;
  readonly agentName: string | null;
  /** Of the visitor's own messages. */
  readonly status: 'sending' | 'failed' | 'sent' | 'seen' | null;
  readonly pending: PendingMessage | null;
}

export type ShownMessage = Placed<VisitorLine>;

/**
 * Groups messages, puts a day before the first of each, once there is more than today, and says
 * where another agent took over: who wrote what tells it, and at the end whoever has it now.
 */
export function toLogRows(
  list: MessageList,
  agentReadNumber: number,
  now: Date,
  agentName: string | null = null,
): LogRow[] {
  const lines = [
    ...list.saved.map((message) => showSaved(message, agentReadNumber)),
    ...list.pending.map(showPending),
  ];
  const items: (VisitorLine | JoinedRow)[] = [];
  let lastAgent: string | null = null;
  const say = (name: string | null, key: string) => {
    const isOther = lastAgent !== null && name !== null && name !== lastAgent;
    if (isOther) items.push({ kind: 'joined', key: `joined-${key}`, label: `${name} has joined` });
    lastAgent = name ?? lastAgent;
  };
  for (const [index, line] of lines.entries()) {
    if (line.isAgent) say(line.agentName, line.key);
    // What is still being sent is said to whoever has joined meanwhile.
    if (index === list.saved.length) say(agentName, 'now');
    items.push(line);
  }
  if (list.pending.length === 0) say(agentName, 'now');
  const hasDays = lines.some(({ writtenAt }) => dayOf(writtenAt) !== dayOf(now));
  return toRows<VisitorLine, JoinedRow>(items, now, hasDays);
}

function showSaved(message: MessageView, agentReadNumber: number): VisitorLine {
  const { clientId, text, isAgent, agentName, number, createdAt } = message;
  return {
    kind: 'message',
    // The client's name for the message, so that its line stays the same when it is saved.
    key: clientId,
    text,
    isAgent,
    agentName,
    author: isAgent ? `agent ${agentName}` : 'visitor',
    writtenAt: new Date(createdAt),
    status: isAgent ? null : number <= agentReadNumber ? 'seen' : 'sent',
    pending: null,
  };
}

function showPending(pending: PendingMessage): VisitorLine {
  return {
    kind: 'message',
    key: pending.clientId,
    text: pending.text,
    isAgent: false,
    agentName: null,
    author: 'visitor',
    writtenAt: new Date(pending.writtenAt),
    status: pending.state,
    pending,
  };
}
