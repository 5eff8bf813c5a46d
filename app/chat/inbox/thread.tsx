import { displayName } from '../../accounts/protocol/member.ts';
import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fillWelcomeText } from '../protocol/chat-words.ts';
import { formatMessage } from '../protocol/files.ts';
import { isRemoved, MESSAGE_REMOVED, type DeskMember, type InboxEntry } from '../protocol/views.ts';
import { ErrorIllustration } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DropHint } from '../client/files/attach-files.tsx';
import { deskUploads } from '../client/files/attachments.ts';
import {
  useAttachments,
  type AttachmentsView,
  useFileIntake,
} from '../client/files/use-attachments.ts';
import { fileIdsOf, type MessageList } from '../client/message-list.ts';
import { useStickToEnd } from '../client/use-stick-to-end.ts';
import type { InboxState, LostThread } from './inbox-state.ts';
import type { InboxStore } from './inbox-store.ts';
import { OfferDialog } from './offer/offer-dialog.tsx';
import { ReplyBox } from './reply-box.tsx';
import type { SharedView } from './shared-files.tsx';
import { draftOf, hasDraft, describeHolder, type Answered } from './use-reply.ts';
import { ThreadHeader } from './thread-header.tsx';
import { offersWelcome } from './thread-actions.tsx';
import { ThreadMessages } from './thread-messages.tsx';
import type { PanelSwitch } from './panel/use-panel.ts';
import { useReached } from './use-reached.ts';

interface ThreadProps {
  readonly member: DeskMember;
  readonly state: InboxState;
  readonly store: InboxStore;
  readonly unread: number;
  readonly panel: PanelSwitch;
  readonly shared: SharedView;
}

export function Thread({ member, state, store, unread, panel, shared }: ThreadProps) {
  const { thread } = state;
  const inboxEntry = store.thread.inboxEntry();
  /** The messages of the conversation being answered; undefined until loaded. */
  const answeredList = thread?.lists[inboxEntry?.conversationId ?? ''];
  const newest = Object.values(thread?.lists ?? {})
    .at(-1)
    ?.saved.at(-1);
  const { log, hasMore, onScroll, toEnd } = useThreadScroll(state);
  const zone = useRef<HTMLElement>(null);
  const attachments = useAttachments({
    uploads: deskUploads(),
    conversationId: thread && !thread.isReadOnly ? (inboxEntry?.conversationId ?? null) : null,
    otherwise: t('You can only attach files to replies to your own visitors.'),
    sentIds: Object.values(thread?.lists ?? {}).flatMap(fileIdsOf),
    author: member.id,
  });
  const isOver = useFileIntake(zone, inboxEntry !== undefined, attachments.add);
  const sharedText = useSharedHere(shared, attachments);
  const [offerIn, setOfferIn] = useState<string | null>(null);

  if (!inboxEntry) return <NothingOpen state={state} unread={unread} />;

  const name = displayName(member.fullName, member.email);
  const welcome = fillWelcomeText(state.words.welcome, name, inboxEntry.identity.name);
  // After a reload the page does not know that the visitor was taken over, but a saved draft shows it.
  const isSaved = thread?.isReadOnly && hasDraft(inboxEntry.visitorId);
  const persisted = isSaved ? (thread.lostTo ?? { name: inboxEntry.agentName }) : null;
  const sendWelcome = () => store.visitor.send(welcome, { isWelcome: true });
  return (
    <main
      ref={zone}
      data-takes-screen
      className="@container relative flex min-h-0 min-w-0 flex-col bg-canvas"
      aria-label={t('Conversation with {email}', { email: inboxEntry.email })}
    >
      {/* On a phone the list, which has the page's heading, is hidden now. */}
      <h1 className="sr-only md:hidden">{t('Agent Dashboard')}</h1>
      <ThreadHeader
        inboxEntry={inboxEntry}
        isVisitorOnline={thread?.isVisitorOnline ?? false}
        isReadOnly={thread?.isReadOnly ?? true}
        wasHandedOver={thread?.wasHandedOver ?? false}
        holder={inboxEntry.agentName ?? withoutAgent(inboxEntry)}
        hasDrafts={member.hasDrafts}
        panel={panel}
        store={store}
        onWelcome={sendWelcome}
      />
      <ThreadNotices state={state} inboxEntry={inboxEntry} onWelcome={sendWelcome} />
      <ThreadLog
        ref={log}
        member={member}
        inboxEntry={inboxEntry}
        state={state}
        store={store}
        onScroll={onScroll}
      />
      <p role="status" className="sr-only">
        {newest && !newest.isAgent
          ? `${inboxEntry.email}: ${isRemoved(newest) ? t(MESSAGE_REMOVED) : formatMessage(newest)}`
          : ''}
      </p>
      {hasMore && (
        <button
          type="button"
          className="button button-primary button-small absolute bottom-32 left-1/2 -translate-x-1/2 shadow-overlay"
          onClick={toEnd}
        >
          {t('New messages')} <Icon name="caret-down" size={16} />
        </button>
      )}
      {!(thread?.wasHandedOver && !persisted) && (
        <ReplyBox
          // When somebody takes over the visitor, the same key keeps the draft in its field.
          key={thread?.isReadOnly && !persisted ? 'notes' : 'replies'}
          visitorId={inboxEntry.visitorId}
          isNoteOnly={thread?.isReadOnly ?? false}
          mayWriteNotes={!thread?.wasHandedOver}
          draftsIn={member.hasDrafts && !thread?.isReadOnly ? inboxEntry.conversationId : null}
          newestNumber={lastNumberOf(answeredList)}
          isHere={answeredList !== undefined}
          lostTo={persisted}
          writers={state.writers}
          answered={lastAnswerOfOthers(state, inboxEntry, member)}
          onWriting={(isNote, isOver) => {
            if (inboxEntry.conversationId) store.writing(inboxEntry.conversationId, isNote, isOver);
          }}
          values={{
            visitor: inboxEntry.identity.name,
            agent: name,
            service: inboxEntry.service,
            language: inboxEntry.language,
          }}
          attachments={attachments}
          earlier={isEarlier(thread, inboxEntry) ? { topic: inboxEntry.topic } : null}
          sharedText={sharedText}
          onOffer={() => setOfferIn(inboxEntry.conversationId)}
          onSend={(text, files) => store.visitor.send(text, { files })}
          onNote={(text) => store.visitor.writeNote(text)}
          onTyping={() => store.visitor.typing()}
        />
      )}
      {isOver && <DropHint />}
      {offerIn !== null && (
        <OfferDialog conversationId={offerIn} onClose={() => setOfferIn(null)} />
      )}
    </main>
  );
}

/** Moves the content shared by another app to this composer once it can send; returns the shared text. */
function useSharedHere({ shared, drop }: SharedView, { isOffered, add }: AttachmentsView): string {
  const [text, setText] = useState('');
  const take = useEffectEvent(() => {
    if (!shared) return;
    add(shared.files);
    setText(shared.text);
    drop();
  });
  useEffect(() => {
    if (shared && isOffered) take();
  }, [shared, isOffered]);
  return text;
}

function useThreadScroll({ thread, target }: InboxState) {
  const lists = Object.values(thread?.lists ?? {});
  const notes = thread?.notes.length ?? 0;
  const { log, hasMore, onScroll, toEnd, leaveEnd } = useStickToEnd({
    subject: thread !== null,
    first: thread?.conversations
      .map(({ id }) => thread.lists[id]?.saved[0]?.id)
      .find((id) => id !== undefined),
    count: lists.reduce((sum, list) => sum + list.saved.length + list.pending.length, notes),
  });

  const targetId = target?.messageId;
  useEffect(() => {
    const row = targetId && log.current?.querySelector('[data-target]');
    if (!row) return;
    leaveEnd();
    row.scrollIntoView({ block: 'center' });
  }, [targetId, log, leaveEnd]);

  return { log, hasMore, onScroll, toEnd };
}

const lastNumberOf = (list: MessageList | undefined) => list?.saved.at(-1)?.number ?? 0;

interface ThreadNoticesProps {
  readonly state: InboxState;
  readonly inboxEntry: InboxEntry;
  readonly onWelcome: () => void;
}

function lastAnswerOfOthers(
  { thread }: InboxState,
  { conversationId }: InboxEntry,
  member: DeskMember,
): Answered | null | undefined {
  if (!thread) return undefined;
  const saved = thread.lists[conversationId ?? '']?.saved ?? [];
  const last = saved.findLast(
    ({ isAgent, agentId }) => isAgent && agentId !== null && agentId !== member.id,
  );
  return last ? { id: last.id, name: last.agentName ?? t('A colleague') } : null;
}

function isEarlier(thread: InboxState['thread'], { conversationId }: InboxEntry): boolean {
  const last = thread?.conversations.at(-1)?.id;
  return last !== undefined && conversationId !== null && last !== conversationId;
}

const withoutAgent = ({ state }: InboxEntry) =>
  state === 'resolved' ? t('No agent') : t('Waiting in the queue');

function ThreadNotices({ state, inboxEntry, onWelcome }: ThreadNoticesProps) {
  const { thread } = state;
  return (
    <>
      {thread && !thread.isReadOnly && offersWelcome(inboxEntry) && (
        <div className="border-b border-line bg-surface px-5 py-2.5 md:px-7 @3xl:hidden">
          <button
            type="button"
            className="button button-primary button-small max-md:w-full"
            onClick={onWelcome}
          >
            {t('Send Welcome')}
          </button>
        </div>
      )}
      {!state.isConnected && (
        <Banner>
          {t('Reconnecting... Your messages are kept and sent as soon as the server is back.')}
        </Banner>
      )}
      {thread?.wasHandedOver && (
        <Banner>
          {describeHolder(thread.lostTo)} {t('You can still read this conversation.')}
        </Banner>
      )}
      {state.problem && <Banner>{state.problem}</Banner>}
      {inboxEntry.service && (
        <p className="flex items-center gap-2 border-b border-line bg-surface px-5 py-2.5 text-[14px] md:px-7">
          <Icon name="tag-fill" size={16} className="text-primary" />
          <span>
            <Rich
              text={t('Asking about <service/>')}
              parts={{
                service: (
                  <a
                    dir="auto"
                    className="link"
                    target="_blank"
                    rel="noopener"
                    href={`/services/${inboxEntry.service.section}/${inboxEntry.service.slug}`}
                  >
                    {inboxEntry.service.title}
                  </a>
                ),
              }}
            />
          </span>
        </p>
      )}
    </>
  );
}

interface ThreadLogProps extends Pick<ThreadProps, 'member' | 'state' | 'store'> {
  readonly ref: React.RefObject<HTMLDivElement | null>;
  readonly inboxEntry: InboxEntry;
  readonly onScroll: () => void;
}

function ThreadLog({ ref, member, inboxEntry, state, store, onScroll }: ThreadLogProps) {
  const { thread } = state;
  return (
    <div
      ref={ref}
      role="log"
      aria-label={t('Messages')}
      // Opening a conversation must not read its history aloud; a live region below announces new messages.
      aria-live="off"
      tabIndex={0}
      className="toasts-over flex flex-1 flex-col overflow-y-auto px-5 py-5 outline-offset-[-2px] md:px-7"
      onScroll={onScroll}
    >
      {thread ? (
        <div className="mx-auto mt-auto w-full max-w-[760px]">
          {thread.hasEarlier && <EarlierMessages onReached={() => store.loadEarlier()} />}
          <ThreadMessages
            member={member}
            thread={thread}
            visitorReadNumber={inboxEntry.visitorReadNumber}
            targetId={state.target?.messageId}
            store={store}
          />
        </div>
      ) : (
        !state.problem && (
          <div className="mx-auto mt-auto w-full max-w-[760px]">
            <Skeleton rows={5} height={64}>
              {t('Loading...')}
            </Skeleton>
          </div>
        )
      )}
      {thread?.isVisitorTyping && (
        <p className="mx-auto mt-3 w-full max-w-[760px] text-[14px] text-ink-3">
          {t('Visitor is typing...')}
        </p>
      )}
    </div>
  );
}

function NothingOpen({ state, unread }: { state: InboxState; unread: number }) {
  // An empty queue does not mean that there are no conversations.
  const hasAny =
    state.query.scope === 'queue' || Object.values(state.counts ?? {}).some((count) => count > 0);
  return (
    // On a phone the list covers this column, but screen reader users need the `main` landmark.
    <main
      className={`grid place-items-center p-6 text-center ${state.lost ? LOST_ON_PHONE : 'max-md:sr-only'}`}
    >
      <div>
        <ErrorIllustration />
        <h2 className="mt-4 text-[24px]">
          {hasAny ? t('Select a conversation') : t('No conversations yet')}
        </h2>
        <p className="mt-2 text-ink-2">
          {t('{count, plural, one {# unread message} other {# unread messages}}', {
            count: unread,
          })}
        </p>
        {state.lost && <Lost lost={state.lost} />}
      </div>
    </main>
  );
}

/** On a phone the list fills the screen, so the notice is fixed above the bottom bar. */
const LOST_ON_PHONE =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-(--bar) max-md:z-10 max-md:max-h-[60dvh] max-md:overflow-y-auto max-md:bg-surface max-md:shadow-overlay';

/** Shown for a conversation that was taken over while its page was away: names the new agent and shows the draft. */
function Lost({ lost }: { lost: LostThread }) {
  const replyDraft = draftOf(lost.visitorId);
  return (
    <div role="status" className="mt-6 w-[min(480px,80vw)] text-left">
      <p className="font-semibold text-amber">{describeHolder(lost)}</p>
      {replyDraft && (
        <label className="mt-3 block text-[14px] text-ink-2">
          {t('Your text. It can no longer be sent.')}
          <textarea
            dir="auto"
            readOnly
            rows={4}
            value={replyDraft}
            className="field mt-1.5 block py-2 text-ink"
          />
        </label>
      )}
    </div>
  );
}

function Banner({ children }: { children: React.ReactNode }) {
  return (
    <p
      role="status"
      className="bg-amber-tint px-5 py-2.5 text-[14px] font-semibold text-amber md:px-7"
    >
      {children}
    </p>
  );
}

function EarlierMessages({ onReached }: { onReached: () => void }) {
  const mark = useReached<HTMLParagraphElement>(onReached);
  return (
    <p ref={mark} className="pb-3 text-center text-[14px] text-ink-3">
      {t('Loading earlier messages...')}
    </p>
  );
}
