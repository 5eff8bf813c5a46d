import { t } from '../../i18n/translate.ts';
import { Fragment, memo, useMemo, type ReactNode } from 'react';
import { isRemoved, type DeskMember, type MessageView, type NoteView } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { answersIn } from '../client/offer-cards.ts';
import type { PendingMessage } from '../client/message-list.ts';
import { MessageFiles } from '../client/files/message-files.tsx';
import { MailMarks } from './mail-marks.tsx';
import { deskUploads } from '../client/files/attachments.ts';
import { PendingFiles } from '../client/files/pending-files.tsx';
import { MessageText } from '../client/message-text.tsx';
import { MessageBubble, OWN_FILES, OWN_ROW, UnsendButton } from '../client/message-bubble.tsx';
import { formatClock } from '../../platform/formats.ts';
import { CardMessage } from './card-message.tsx';
import type { InboxStore } from './inbox-store.ts';
import type { ThreadState } from './open-thread.ts';
import { inBlocks, toThreadRows, type ThreadRow } from './thread-rows.ts';

interface ThreadMessagesProps {
  readonly member: DeskMember;
  readonly thread: ThreadState;
  /** The last message of the current conversation that the visitor has read. */
  readonly visitorReadNumber: number;
  readonly targetId: string | undefined;
  readonly store: InboxStore;
}

export const ThreadMessages = memo(function ThreadMessages(props: ThreadMessagesProps) {
  const { thread, visitorReadNumber } = props;
  const { conversations, lists, notes, entry: inboxEntry } = thread;
  const { conversationId } = inboxEntry;
  const blocks = useMemo(
    () =>
      inBlocks(
        toThreadRows(
          { conversations, lists, notes, conversationId },
          visitorReadNumber,
          new Date(),
        ),
      ),
    [conversations, lists, notes, conversationId, visitorReadNumber],
  );
  return blocks.map(({ key, rows }) =>
    key === null ? (
      <Fragment key="unsent">{rows.map((row) => showRow(row, props))}</Fragment>
    ) : (
      <div key={key} className={BLOCK}>
        {rows.map((row) => showRow(row, props))}
      </div>
    ),
  );
});

const BLOCK = '[content-visibility:auto] [contain-intrinsic-size:auto_3200px]';

function showRow(row: ThreadRow, { member, thread, targetId, store }: ThreadMessagesProps) {
  if (row.kind === 'saved' && row.message.kind) {
    const { message } = row;
    const answers = answersIn(thread.lists[message.conversationId]?.saved ?? []);
    const isTarget = message.id === targetId;
    return <CardMessage key={row.key} {...{ member, message, answers, isTarget }} />;
  }
  switch (row.kind) {
    case 'day':
      return <Divider key={row.key}>{row.label}</Divider>;
    case 'start':
      return <ConversationStart key={row.key} />;
    case 'note':
      return <Note key={row.key} note={row.note} isOwn={row.note.authorId === member.id} />;
    case 'unsent':
      return (
        <UnsentMessage
          key={row.key}
          message={row.message}
          onRetry={() => store.thread.current?.retry(row.conversationId, row.message.clientId)}
          onDiscard={() => store.thread.current?.discard(row.conversationId, row.message.clientId)}
        />
      );
    default: {
      const { conversationId, number } = row.message;
      const unsend = () => {
        // The button disappears after the click, so the focus moves to the composer.
        document.getElementById('reply')?.focus();
        void store.visitor.unsend(conversationId, number);
      };
      return (
        <SavedMessage
          key={row.key}
          member={member}
          message={row.message}
          holderId={thread.entry.agentId}
          isTarget={row.message.id === targetId}
          isSeen={row.isSeen}
          hasMeta={row.hasMeta}
          onUnsend={unsend}
        />
      );
    }
  }
}

/** Shows a private note across the full width, so that nobody mistakes it for a message. */
function Note({ note, isOwn }: { note: NoteView; isOwn: boolean }) {
  const author = isOwn ? t('You') : (note.authorName ?? t('Former colleague'));
  return (
    <div
      data-testid="note"
      className="mt-4 rounded-[12px] border-[1.5px] border-dashed border-amber bg-amber-tint px-3.5 py-2.5"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-[13px] font-semibold text-amber">
        <Icon name="note" size={16} />
        {t('Private note')}
        <span className="font-medium tabular-nums">
          <bdi>{author}</bdi> •{' '}
          <time dateTime={note.createdAt}>{formatClock(new Date(note.createdAt))}</time>
          {note.mentions && ` • ${t('notifies {names}', { names: note.mentions.join(', ') })}`}
        </span>
      </p>
      <div className="mt-1 text-[15px] leading-[1.45] [overflow-wrap:anywhere]">
        <MessageText text={note.text} isTeam />
      </div>
    </div>
  );
}

const ROW = 'mt-2.5 flex flex-col';

const META = 'mt-1 flex items-center gap-1 px-1 pb-1.5 text-[13px] text-ink-3 tabular-nums';

interface SavedMessageProps {
  readonly member: DeskMember;
  readonly message: MessageView;
  readonly holderId: string | null;
  readonly isTarget: boolean;
  readonly isSeen: boolean;
  /** Author, time and status are shown only under the last message of a group. */
  readonly hasMeta: boolean;
  readonly onUnsend: () => void;
}

const SavedMessage = memo(
  function SavedMessage(props: SavedMessageProps) {
    const { member, message, holderId, isTarget, isSeen, hasMeta, onUnsend } = props;
    const isGone = isRemoved(message);
    const isSaid = isGone || message.text !== '';
    const bubble = { text: message.text, isRemoved: isGone, isTarget, isTeam: true };
    const time = (
      <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt))}</time>
    );
    if (!message.isAgent) {
      return (
        <div
          data-testid="message"
          data-target={isTarget || undefined}
          className={`${ROW} items-start`}
        >
          {isSaid && <MessageBubble {...bubble} />}
          {message.files && <MessageFiles files={message.files} side="start" />}
          {message.mail && <MailMarks mail={message.mail} />}
          {hasMeta && <p className={META}>{time}</p>}
        </div>
      );
    }
    const isOwn = message.agentId === member.id;
    return (
      <div
        data-testid="message"
        data-target={isTarget || undefined}
        className={isOwn ? `mt-2.5 ${OWN_ROW}` : `${ROW} items-end`}
      >
        {isOwn && !isGone && <UnsendButton writtenAt={message.createdAt} onUnsend={onUnsend} />}
        {isSaid && (
          <MessageBubble
            {...bubble}
            side="end"
            look={isOwn ? 'own' : 'colleague'}
            isInRow={isOwn}
            hasPayment
          />
        )}
        {message.files && (
          <div className={isOwn ? OWN_FILES : ''}>
            <MessageFiles files={message.files} side={isOwn ? 'own' : 'end'} />
          </div>
        )}
        {hasMeta && (
          <p className={`${META} ${isOwn ? 'col-span-full' : ''}`}>
            {!isOwn && `${authorOf(message, holderId)} • `}
            {isOwn &&
              message.program !== undefined &&
              `${t('via {program}', { program: message.program })} • `}
            {time}
            {isOwn && !isGone && (
              <Icon name="checks" size={15} className={isSeen ? 'text-primary' : ''} />
            )}
          </p>
        )}
        {isOwn && !isGone && <span className="sr-only">{isSeen ? t('Seen') : t('Saved')}</span>}
      </div>
    );
  },
  (before, after) =>
    before.member === after.member &&
    before.message === after.message &&
    before.holderId === after.holderId &&
    before.isTarget === after.isTarget &&
    before.isSeen === after.isSeen &&
    before.hasMeta === after.hasMeta,
);

/** The visitor's current agent is not called a previous agent, and a program never is. */
function authorOf({ agentId, agentName, program }: MessageView, holderId: string | null): string {
  if (program !== undefined) return formatProgram(program, agentName);
  const name = agentName ?? t('Former colleague');
  return agentId !== null && agentId === holderId ? name : t('{name} (Previous Agent)', { name });
}

/** Returns 'CRM (program)' or 'Maya Okafor, by CRM'. */
function formatProgram(program: string, agentName: string | null): string {
  return agentName === null || agentName === program
    ? t('{program} (program)', { program })
    : t('{agentName}, via {program}', { agentName, program });
}

interface UnsentMessageProps {
  readonly message: PendingMessage;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function UnsentMessage({ message, onRetry, onDiscard }: UnsentMessageProps) {
  return (
    <div data-testid="message" className={`${ROW} items-end`}>
      {message.text !== '' && (
        <MessageBubble side="end" look="pending" text={message.text} isTeam hasPayment />
      )}
      {message.files && <PendingFiles files={message.files} uploads={deskUploads()} />}
      {message.state === 'sending' ? (
        <p className={META}>{t('Sending...')}</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-[13px] text-error">
          <span>{message.reason}</span>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onRetry}>
            {t('Retry')}
          </button>
          <button type="button" className="min-h-6 font-semibold underline" onClick={onDiscard}>
            {t('Discard')}
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
        <Mark size={16} /> {t('New Conversation Started')}
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
