import { toRows, type DayRow, type Line, type Placed } from '../client/log-rows.ts';
import type { PendingMessage } from '../client/message-list.ts';
import { isRemoved, type MessageView, type NoteView } from '../protocol/views.ts';
import type { ThreadState } from './open-thread.ts';

interface SavedLine extends Line {
  readonly kind: 'saved';
  readonly message: MessageView;
  readonly isSeen: boolean;
}

interface UnsentLine extends Line {
  readonly kind: 'unsent';
  readonly message: PendingMessage;
  readonly conversationId: string;
}

interface StartRow {
  readonly kind: 'start';
  readonly key: string;
}

interface NoteRow {
  readonly kind: 'note';
  readonly key: string;
  readonly writtenAt: Date;
  readonly note: NoteView;
}

export type ThreadRow = DayRow | Placed<SavedLine> | Placed<UnsentLine> | StartRow | NoteRow;

/** The browser lays out a block as a whole or skips it. A block without a key is always laid out. */
export interface ThreadBlock {
  readonly key: string | null;
  readonly rows: readonly ThreadRow[];
}

interface ShownThread extends Pick<ThreadState, 'lists' | 'notes'> {
  /** Oldest first. */
  readonly conversations: readonly { readonly id: string }[];
  readonly conversationId: string | null;
}

/** Merges all conversations with a visitor into rows, with the notes at their time. */
export function toThreadRows(
  { conversations, lists, notes, conversationId }: ShownThread,
  visitorReadNumber: number,
  now: Date,
): ThreadRow[] {
  const items: (SavedLine | UnsentLine | StartRow | NoteRow)[] = [];
  for (const [index, { id }] of conversations.entries()) {
    const list = lists[id];
    if (!list) continue;
    const isCurrent = id === conversationId;
    if (index > 0) items.push({ kind: 'start', key: `start-${id}` });
    const notesHere = notes.filter((note) => note.conversationId === id).map(noteRow);
    for (const message of list.saved) {
      const end = notesHere.findIndex(({ note }) => note.createdAt > message.createdAt);
      items.push(...notesHere.splice(0, end === -1 ? notesHere.length : end));
      items.push(savedLine(message, isCurrent && message.number <= visitorReadNumber));
    }
    items.push(...notesHere);
    for (const message of list.pending) items.push(unsentLine(message, id));
  }
  return toRows<SavedLine | UnsentLine, StartRow | NoteRow>(items, now);
}

/** A visitor may have thousands of messages; this many are laid out together. */
const BLOCK_ROWS = 50;

/**
 * The browser checks the visibility of blocks at every frame, which would be slow for single rows. Blocks
 * follow message numbers, so that an earlier page adds blocks above and leaves the others unchanged.
 */
export function inBlocks(rows: readonly ThreadRow[]): ThreadBlock[] {
  const blocks: { key: string | null; rows: ThreadRow[] }[] = [];
  let waiting: ThreadRow[] = [];
  for (const row of rows) {
    waiting.push(row);
    if (row.kind !== 'saved') continue;
    const { conversationId, number } = row.message;
    const key = `${conversationId}-${Math.floor(number / BLOCK_ROWS)}`;
    const last = blocks.at(-1);
    if (last?.key === key) last.rows.push(...waiting);
    else blocks.push({ key, rows: waiting });
    waiting = [];
  }
  return waiting.length > 0 ? [...blocks, { key: null, rows: waiting }] : blocks;
}

function savedLine(message: MessageView, isSeen: boolean): SavedLine {
  const { id, isAgent, agentId, program = '', createdAt } = message;
  return {
    kind: 'saved',
    key: id,
    writtenAt: new Date(createdAt),
    author: isAgent ? `agent ${agentId} ${program}` : 'visitor',
    status: isRemoved(message) ? 'removed' : isSeen ? 'seen' : 'saved',
    message,
    isSeen,
  };
}

function unsentLine(message: PendingMessage, conversationId: string): UnsentLine {
  return {
    kind: 'unsent',
    key: message.clientId,
    writtenAt: new Date(message.writtenAt),
    author: 'own',
    status: message.state,
    message,
    conversationId,
  };
}

function noteRow(note: NoteView): NoteRow {
  return { kind: 'note', key: note.id, writtenAt: new Date(note.createdAt), note };
}
