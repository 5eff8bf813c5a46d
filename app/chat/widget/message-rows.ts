import { dayOf, toRows, type DayRow, type Line, type Placed } from '../client/log-rows.ts';
import type { MessageList, PendingMessage } from '../client/message-list.ts';
import type { FileView } from '../protocol/files.ts';
import { isRemoved, type MessageView } from '../protocol/views.ts';
import { t } from '../../i18n/translate.ts';

export type LogRow = DayRow | JoinedRow | ShownMessage;

interface JoinedRow {
  readonly kind: 'joined';
  readonly key: string;
  readonly name: string;
  readonly label: string;
}

interface VisitorLine extends Line {
  readonly kind: 'message';
  readonly text: string;
  readonly files: readonly FileView[];
  readonly isAgent: boolean;
  readonly agentName: string | null;
  /** The status of an own message; null for other messages. */
  readonly status: 'sending' | 'failed' | 'sent' | 'seen' | null;
  readonly pending: PendingMessage | null;
  /** The message's number in the conversation; null until saved. */
  readonly number: number | null;
  readonly isRemoved: boolean;
  /** The message itself; null until saved. */
  readonly saved: MessageView | null;
}

export type ShownMessage = Placed<VisitorLine>;

/** The visitor's agent and the time of the assignment. */
export interface Holder {
  readonly name: string | null;
  readonly since: string | null;
}

/**
 * Groups messages, adds day headings unless all messages are from today, and announces each change of agent.
 * The authors of the messages show earlier changes; the current agent is announced at the time of the
 * assignment.
 */
export function toLogRows(
  list: MessageList,
  agentReadNumber: number,
  now: Date,
  { name, since }: Holder = { name: null, since: null },
): LogRow[] {
  const saved = list.saved.map((message) => showSaved(message, agentReadNumber));
  const items: (VisitorLine | JoinedRow)[] = [];
  let lastAgent: string | null = null;
  let told = 0;
  const notify = (agent: string | null) => {
    if (agent === null || agent === lastAgent) return;
    const label =
      lastAgent === null
        ? t('{agent} is your agent', { agent })
        : t('{agent} has joined', { agent });
    // Keys count the announcements, so that a row already on the screen is not read aloud again.
    items.push({ kind: 'joined', key: `joined-${told}`, name: agent, label });
    told += 1;
    lastAgent = agent;
  };
  let isToldSince = since === null;
  for (const line of saved) {
    if (!isToldSince && line.writtenAt.getTime() > Date.parse(since ?? '')) {
      isToldSince = true;
      notify(name);
    }
    if (line.isAgent) notify(line.agentName);
    items.push(line);
  }
  // Messages still being sent will go to the current agent.
  notify(name);
  items.push(...list.pending.map(showPending));
  const hasDays = items.some(
    (item) => item.kind === 'message' && dayOf(item.writtenAt) !== dayOf(now),
  );
  return toRows<VisitorLine, JoinedRow>(items, now, hasDays);
}

/** A shared constant keeps the props of lines without files equal, so that memoization works. */
const NO_FILES: readonly FileView[] = [];

function showSaved(message: MessageView, agentReadNumber: number): VisitorLine {
  const { clientId, text, files = NO_FILES, isAgent, agentName, number, createdAt } = message;
  const isGone = isRemoved(message);
  return {
    kind: 'message',
    // The client id stays the same when the message is saved, so React keeps the line.
    key: clientId,
    text,
    files,
    isAgent,
    agentName,
    author: isAgent ? `agent ${agentName}` : 'visitor',
    writtenAt: new Date(createdAt),
    status: isAgent || isGone ? null : number <= agentReadNumber ? 'seen' : 'sent',
    pending: null,
    number,
    isRemoved: isGone,
    saved: message,
  };
}

function showPending(pending: PendingMessage): VisitorLine {
  return {
    kind: 'message',
    key: pending.clientId,
    text: pending.text,
    files: NO_FILES,
    isAgent: false,
    agentName: null,
    author: 'visitor',
    writtenAt: new Date(pending.writtenAt),
    status: pending.state,
    pending,
    number: null,
    isRemoved: false,
    saved: null,
  };
}
