import { toRows, type DayRow, type Line, type Placed } from '../log-rows.ts';
import type { MessageList, PendingMessage } from '../message-list.ts';
import { dayOf } from '../times.ts';
import type { FileView } from '../../conversation/wire/files.ts';
import { isRemoved, type MessageView } from '../../conversation/wire/views.ts';
import { say } from '../../platform/say.ts';

/** What the log shows, line by line. */
export type LogRow = DayRow | JoinedRow | ShownMessage;

/** Whoever answers from here on. */
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
  /** Of the visitor's own messages. */
  readonly status: 'sending' | 'failed' | 'sent' | 'seen' | null;
  readonly pending: PendingMessage | null;
  /** In the conversation; null until it is saved. */
  readonly number: number | null;
  readonly isRemoved: boolean;
  /** Where it is no text: an offer, or what is told of one. */
  readonly card: MessageView | null;
}

export type ShownMessage = Placed<VisitorLine>;

/** Who has the visitor now, and since when. */
export interface Holder {
  readonly name: string | null;
  readonly since: string | null;
}

/**
 * Groups messages, puts a day before the first of each, once there is more than today, and says
 * who answers and where another one took over: who wrote what tells it, and whoever has it now is
 * told where they got it.
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
  const tell = (agent: string | null) => {
    if (agent === null || agent === lastAgent) return;
    const label =
      lastAgent === null
        ? say('{agent} is your agent', { agent })
        : say('{agent} has joined', { agent });
    // By its turn: a line that is on the screen already is not read out again.
    items.push({ kind: 'joined', key: `joined-${told}`, name: agent, label });
    told += 1;
    lastAgent = agent;
  };
  let isToldSince = since === null;
  for (const line of saved) {
    if (!isToldSince && line.writtenAt.getTime() > Date.parse(since ?? '')) {
      isToldSince = true;
      tell(name);
    }
    if (line.isAgent) tell(line.agentName);
    items.push(line);
  }
  // What is still being sent is said to whoever has joined meanwhile.
  tell(name);
  items.push(...list.pending.map(showPending));
  const hasDays = items.some(
    (item) => item.kind === 'message' && dayOf(item.writtenAt) !== dayOf(now),
  );
  return toRows<VisitorLine, JoinedRow>(items, now, hasDays);
}

/** One for all, so that a line without files looks the same each time. */
const NO_FILES: readonly FileView[] = [];

function showSaved(message: MessageView, agentReadNumber: number): VisitorLine {
  const { clientId, text, files = NO_FILES, isAgent, agentName, number, createdAt } = message;
  const isGone = isRemoved(message);
  return {
    kind: 'message',
    // The client's name for the message, so that its line stays the same when it is saved.
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
    card: message.kind ? message : null,
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
    card: null,
  };
}
