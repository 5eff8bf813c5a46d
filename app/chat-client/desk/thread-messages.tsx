import { Fragment, memo, type ReactNode } from 'react';
import type { DeskMember, MessageView, NoteView } from '../../conversation/wire/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import type { PendingMessage } from '../message-list.ts';
import { MessageText } from '../message-text.tsx';
import type { InboxStore } from './inbox-store.ts';
import type { ThreadState } from './open-thread.ts';
import { formatClock, formatDay, isSameDay } from './times.ts';

interface ThreadMessagesProps {
  readonly member: DeskMember;
  readonly thread: ThreadState;
  /** How far the visitor has read the current conversation. */
  readonly visitorReadNumber: number;
  /** The message a search led to. */
  readonly targetId: string | undefined;
  readonly store: InboxStore;
}

/** Messages by day, conversations parted by 'New Conversation Started'. */
export const ThreadMessages = memo(function ThreadMessages(props: ThreadMessagesProps) {
  const { member, thread, visitorReadNumber, targetId, store } = props;
  const now = new Date();
  let before: Date | undefined;
  return thread.conversations.map((conversation, index) => {
    const list = thread.lists[conversation.id];
    if (!list) return null;
    const isCurrent = conversation.id === thread.entry.conversationId;
    const notes = thread.notes.filter(({ conversationId }) => conversationId === conversation.id);
    const notesBefore = (at: string) => takeUntil(notes, at);
    return (
      <Fragment key={conversation.id}>
        {index > 0 && list.saved.length === 0 && <ConversationStart />}
        {inBlocks(
          list.saved.map((message, position) => {
            const day = new Date(message.createdAt);
            const isNewDay = !before || !isSameDay(before, day);
            before = day;
            const next = list.saved[position + 1];
            const notesAbove = notesBefore(message.createdAt);
            const isNoteNext = notes[0] && next && notes[0].createdAt < next.createdAt;
            const isSeen = (number: number) => isCurrent && number <= visitorReadNumber;
            return (
              <Fragment key={message.id}>
                {isNewDay && <Divider>{formatDay(day, now)}</Divider>}
                {index > 0 && position === 0 && <ConversationStart />}
                {notesAbove.map((note) => (
                  <Note key={note.id} note={note} isOwn={note.authorId === member.id} />
                ))}
                <SavedMessage
                  member={member}
                  message={message}
                  holderId={thread.entry.agentId}
                  isTarget={message.id === targetId}
                  isSeen={isSeen(message.number)}
                  hasMeta={
                    !next ||
                    isNoteNext === true ||
                    isSeen(message.number) !== isSeen(next.number) ||
                    !belongTogether(message, next)
                  }
                />
              </Fragment>
            );
          }),
          list.saved[0]?.number ?? 0,
        )}
        {notes.map((note) => (
          <Note key={note.id} note={note} isOwn={note.authorId === member.id} />
        ))}
        {list.pending.map((message) => (
          <UnsentMessage
            key={message.clientId}
            message={message}
            onRetry={() => store.retry(conversation.id, message.clientId)}
            onDiscard={() => store.discard(conversation.id, message.clientId)}
          />
        ))}
      </Fragment>
    );
  });
});

/** A thread may hold thousands of messages: as many as this are laid out together, or not at all. */
const BLOCK_ROWS = 50;
const BLOCK = '[content-visibility:auto] [contain-intrinsic-size:auto_3200px]';

/**
 * What is out of sight is looked at block by block, not row by row, at every frame. By number, so that
 * an earlier page makes new blocks above and leaves those below as they are.
 */
function inBlocks(rows: readonly ReactNode[], firstNumber: number): ReactNode[] {
  const blocks = new Map<number, ReactNode[]>();
  for (const [index, row] of rows.entries()) {
    const block = Math.floor((firstNumber + index) / BLOCK_ROWS);
    const children = blocks.get(block);
    if (children) children.push(row);
    else blocks.set(block, [row]);
  }
  return [...blocks].map(([block, children]) => (
    <div key={block} className={BLOCK}>
      {children}
    </div>
  ));
}

/** Messages of one person that are further apart get a time each. */
const TOGETHER_MS = 5 * 60_000;

function belongTogether(one: MessageView, next: MessageView): boolean {
  const [from, to] = [new Date(one.createdAt), new Date(next.createdAt)];
  return (
    one.isAgent === next.isAgent &&
    one.agentId === next.agentId &&
    to.getTime() - from.getTime() < TOGETHER_MS &&
    isSameDay(from, to)
  );
}

/** Takes those that were written before this time off the front. */
function takeUntil(notes: NoteView[], at: string): NoteView[] {
  const end = notes.findIndex(({ createdAt }) => createdAt > at);
  return notes.splice(0, end === -1 ? notes.length : end);
}

/** For the team alone: set across the thread, so that nobody takes it for something that was said. */
function Note({ note, isOwn }: { note: NoteView; isOwn: boolean }) {
  const author = isOwn ? 'You' : (note.authorName ?? 'Former colleague');
  return (
    <div
      data-testid="note"
      className="mt-4 rounded-[12px] border-[1.5px] border-dashed border-amber bg-amber-tint px-3.5 py-2.5"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-[13px] font-semibold text-amber">
        <Icon name="note" size={16} />
        Private note
        <span className="font-medium tabular-nums">
          {author} • <time dateTime={note.createdAt}>{formatClock(new Date(note.createdAt))}</time>
        </span>
      </p>
      <div className="mt-1 text-[15px] leading-[1.45] [overflow-wrap:anywhere]">
        <MessageText text={note.text} isTeam />
      </div>
    </div>
  );
}

const ROW = 'mt-2.5 flex flex-col';
const BUBBLE =
  'max-w-[min(85%,560px)] rounded-[18px] px-3.5 py-2.5 text-[15px] leading-[1.45] [overflow-wrap:anywhere]';

const META = 'mt-1 flex items-center gap-1 px-1 pb-1.5 text-[13px] text-ink-3 tabular-nums';

interface SavedMessageProps {
  readonly member: DeskMember;
  readonly message: MessageView;
  /** Who has the visitor now. */
  readonly holderId: string | null;
  readonly isTarget: boolean;
  readonly isSeen: boolean;
  /** Author, time and state stand under the last of messages that belong together. */
  readonly hasMeta: boolean;
}

// Within the bubble: a row that is not laid out clips what is outside of it.
const TARGET = 'outline-3 -outline-offset-3 outline-sun';

const SavedMessage = memo(function SavedMessage(props: SavedMessageProps) {
  const { member, message, holderId, isTarget, isSeen, hasMeta } = props;
  const target = isTarget ? TARGET : '';
  const time = <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt))}</time>;
  if (!message.isAgent) {
    return (
      <div
        data-testid="message"
        data-target={isTarget || undefined}
        className={`${ROW} items-start`}
      >
        <div className={`${BUBBLE} ${target} rounded-bl-[4px] border border-line bg-surface`}>
          <MessageText text={message.text} isTeam />
        </div>
        {hasMeta && <p className={META}>{time}</p>}
      </div>
    );
  }
  const isOwn = message.agentId === member.id;
  return (
    <div data-testid="message" data-target={isTarget || undefined} className={`${ROW} items-end`}>
      <div
        className={`${BUBBLE} ${target} rounded-br-[4px] ${isOwn ? 'border border-transparent bg-primary text-on-primary' : 'border border-line bg-sunken'}`}
      >
        <MessageText text={message.text} isTeam />
      </div>
      {hasMeta && (
        <p className={META}>
          {!isOwn && `${authorOf(message, holderId)} • `}
          {time}
          {isOwn && <Icon name="checks" size={15} className={isSeen ? 'text-primary' : ''} />}
        </p>
      )}
      {isOwn && <span className="sr-only">{isSeen ? 'Seen' : 'Saved'}</span>}
    </div>
  );
});

/** To whoever looks in, the agent who has the visitor is no previous one. */
function authorOf({ agentId, agentName }: MessageView, holderId: string | null): string {
  const name = agentName ?? 'Former colleague';
  return agentId !== null && agentId === holderId ? name : `${name} (Previous Agent)`;
}

interface UnsentMessageProps {
  readonly message: PendingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function UnsentMessage({ message, onRetry, onDiscard }: UnsentMessageProps) {
  return (
    <div data-testid="message" className={`${ROW} items-end`}>
      <div
        className={`${BUBBLE} rounded-br-[4px] border-[1.5px] border-dashed border-primary bg-soft text-soft-ink`}
      >
        <MessageText text={message.text} isTeam />
      </div>
      {message.state === 'sending' ? (
        <p className={META}>Sending...</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-[13px] text-error">
          <span>{message.reason}</span>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onRetry}>
            Retry
          </button>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onDiscard}>
            Discard
          </button>
        </p>
      )}
    </div>
  );
}

function ConversationStart() {
  return (
    <Divider>
      <span className="flex items-center gap-2 rounded-chip bg-soft px-3 py-1.5 text-soft-ink">
        <Mark size={16} /> New Conversation Started
      </span>
    </Divider>
  );
}

function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="my-5 flex items-center gap-4 text-[13.5px] font-semibold text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
