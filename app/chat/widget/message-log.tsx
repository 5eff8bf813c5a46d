import { translateTopic } from '../protocol/topic-names.ts';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { langOf } from '../../platform/lang-of.ts';
import { langOfChatText } from '../protocol/chat-words.ts';
import { formatUsualWait } from '../protocol/desk-state.ts';
import { answersIn } from '../client/offer-cards.ts';
import { useStickToEnd } from '../client/use-stick-to-end.ts';
import { Bubble, MessageBubble } from '../client/message-bubble.tsx';
import {
  isAnswered,
  isUnstaffed,
  isWaiting,
  noticeOf,
  type ChatNotice,
  queuePlaceOf,
  type VisitorChatState,
} from './chat-state.ts';
import { AgentFace, CompletedNotice, Notice } from './conversation-notices.tsx';
import { MessageLine } from './message-line.tsx';
import { toLogRows } from './message-rows.ts';
import type { VisitorChat } from './visitor-chat.ts';
import { formatsNow, t } from '../../i18n/translate.ts';

// Few chats need offers, service cards, tools or a rating, so these modules are loaded on demand.
const CardLine = lazyPart(async () => (await import('./card-line.tsx')).default, {
  placeholder: ({ message }) => (
    <p dir="auto" className="chat-line">
      {message.text}
    </p>
  ),
});
const ServiceCard = lazyPart(async () => (await import('./service-card.tsx')).ServiceCard);
const ConversationTools = lazyPart(async () => (await import('./conversation-tools.tsx')).default);
const RatingForm = lazyPart(async () => (await import('./rating-form.tsx')).default);

interface MessageLogProps {
  readonly state: VisitorChatState;
  readonly brandName: string;
  readonly chat: VisitorChat;
  /** The clicked button is gone, so the focus must move on. */
  readonly onActed: () => void;
  readonly children: ReactNode;
}

/** Shows the greeting, steps and messages. Screen readers announce only new messages. */
export function MessageLog(props: MessageLogProps) {
  const { state } = props;
  const { stage, problem, list, connectingText } = state;
  const notice = noticeOf(state);
  const isCompleted = state.conversation?.isCompleted ?? false;
  const isTyping = state.isAgentTyping && state.isReachable;
  const place = queuePlaceOf(state);
  const signs = [
    stage,
    connectingText,
    notice?.text,
    place,
    isCompleted,
    isTyping,
    state.held.length,
    problem,
  ];
  const { log, hasMore, onScroll, toEnd } = useStickToEnd({
    subject: stage,
    // The topics are shown from the first one, even if not all of them fit.
    isReadFromTop: stage === 'topic',
    count: list.saved.length,
    own: list.pending.at(-1)?.clientId,
    list,
    signs: signs.join(),
  });

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label={t('Conversation')}
        aria-live={useIsLive(state) ? 'polite' : 'off'}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-2"
        tabIndex={0}
      >
        {/* This single element's height is observed, because files and cards load after the line that
            contains them. */}
        <div className="flex shrink-0 grow flex-col gap-2.5">
          <LogContent {...props} notice={notice} place={place} isTyping={isTyping} />
        </div>
      </div>
      {hasMore && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-1.5 rounded-full border border-transparent bg-ink px-4 text-sm font-semibold text-canvas shadow-raised"
        >
          {isAnswered(state) ? t('New messages') : t('Jump to latest')}
          <Icon name="caret-down" size={16} />
        </button>
      )}
    </div>
  );
}

interface LogContentProps extends MessageLogProps {
  readonly notice: ChatNotice | null;
  readonly place: string | null;
  readonly isTyping: boolean;
}

function LogContent(props: LogContentProps) {
  const { state, brandName, chat, onActed, children, notice, place, isTyping } = props;
  const { stage, topic, problem, list, conversation, connectingText, availability } = state;
  const usual = isUnstaffed(availability) ? null : (availability?.usualMinutes ?? null);
  const isEmpty = list.saved.length + list.pending.length === 0;
  const service = stage === 'conversation' ? conversation?.service : state.service;
  const isCompleted = conversation?.isCompleted ?? false;
  const isFinding =
    isWaiting(state) && !conversation?.agentName && state.isHistoryLoaded && !state.isLongWait;
  return (
    <>
      {stage === 'conversation' && list.saved.length > 0 && conversation && (
        <ConversationTools
          key={conversation.id}
          conversation={conversation}
          messages={list.saved}
          brandName={brandName}
          email={state.email}
          chat={chat}
          onActed={onActed}
        />
      )}
      {service && <ServiceCard service={service} />}
      {state.words.greeting.map((line) => (
        <Bubble key={line} lang={langOfChatText(state.words, line)}>
          {line}
        </Bubble>
      ))}
      {stage !== 'conversation' && notice?.isByEmail && (
        <Notice icon={iconOf(notice)}>{notice.text}</Notice>
      )}
      {stage === 'topic' && <WaitLine text={waitBefore(notice, usual)} />}
      {topic && (
        <Bubble side="end" look="own" lang={langOfChatText(state.words, topic)}>
          {translateTopic(topic)}
        </Bubble>
      )}
      <HeldMessages
        texts={state.held}
        missing={stage === 'email' ? 'email' : 'topic'}
        onDiscard={(index) => chat.discardHeld(index)}
      />
      {stage === 'email' && (
        <Bubble lang={langOf(state.words, 'emailQuestion')}>{state.words.emailQuestion}</Bubble>
      )}
      {stage === 'restoring' && <RestoringBlocks />}
      {stage !== 'email' && problem && <Bubble>{problem}</Bubble>}
      {children}
      {connectingText && (
        <Bubble lang={langOfChatText(state.words, connectingText)}>{connectingText}</Bubble>
      )}
      <Lines
        list={list}
        agentReadNumber={conversation?.agentReadNumber ?? 0}
        agentName={conversation?.agentName ?? null}
        agentSince={conversation?.agentSince ?? null}
        email={state.email}
        isConfirmed={conversation?.isConfirmed ?? false}
        chat={chat}
        onActed={onActed}
      />
      {isTyping && <TypingBubble />}
      {place && stage === 'conversation' && <Notice icon="clock">{place}</Notice>}
      {notice && stage === 'conversation' && <Notice icon={iconOf(notice)}>{notice.text}</Notice>}
      {isFinding && isEmpty && <Finding />}
      {isCompleted && conversation && <CompletedNotice onStartNew={() => chat.startNew()} />}
      {isCompleted && conversation && (
        <RatingForm key={conversation.id} chat={chat} conversation={conversation} />
      )}
    </>
  );
}

interface HeldMessagesProps {
  readonly texts: readonly string[];
  readonly missing: 'topic' | 'email';
  readonly onDiscard: (index: number) => void;
}

/** Shows messages written before the conversation exists; they are sent as soon as it does. */
function HeldMessages({ texts, missing, onDiscard }: HeldMessagesProps) {
  return texts.map((text, index) => (
    // Texts may be equal, and items are only ever removed.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className="chat-line flex flex-col">
      <MessageBubble side="end" look="pending" text={text} />
      <p className="mt-1 flex items-center self-end pe-1 text-[13px] text-ink-3">
        {missing === 'topic'
          ? t('Will be sent once you choose a topic')
          : t('Will be sent once you add your email')}
        <button
          type="button"
          onClick={() => onDiscard(index)}
          className="-me-2 min-h-6 px-2 font-semibold text-ink underline underline-offset-3"
        >
          {t('Discard')}
        </button>
      </p>
    </div>
  ));
}

interface LinesProps {
  readonly list: VisitorChatState['list'];
  readonly agentReadNumber: number;
  readonly agentName: string | null;
  readonly agentSince: string | null;
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly chat: VisitorChat;
  readonly onActed: () => void;
}

const Lines = memo(
  function Lines(props: LinesProps) {
    const { list, agentReadNumber, agentName, agentSince, chat, onActed } = props;
    const answers = useMemo(() => answersIn(list.saved), [list.saved]);
    const rows = useMemo(
      () => toLogRows(list, agentReadNumber, new Date(), { name: agentName, since: agentSince }),
      [list, agentReadNumber, agentName, agentSince],
    );
    return rows.map((row) =>
      row.kind !== 'message' ? (
        <p
          key={row.key}
          className={`flex items-center gap-3 py-1 text-[13px] text-ink-3 ${row.kind === 'joined' ? 'chat-joined' : ''}`}
        >
          <span className="h-px flex-1 bg-line" />
          {row.kind === 'joined' && <AgentFace name={row.name} />}
          {row.label}
          <span className="h-px flex-1 bg-line" />
        </p>
      ) : row.saved?.kind ? (
        <CardLine key={row.key} {...props} message={row.saved} answers={answers} />
      ) : (
        <MessageLine
          key={row.key}
          message={row}
          onRetry={(clientId) => {
            chat.retry(clientId);
            onActed();
          }}
          onDiscard={(clientId) => {
            chat.discard(clientId);
            onActed();
          }}
          onUnsend={(number) => {
            onActed();
            return chat.unsend(number);
          }}
        />
      ),
    );
  },
  (before, after) =>
    before.list === after.list &&
    before.agentReadNumber === after.agentReadNumber &&
    before.agentName === after.agentName &&
    before.agentSince === after.agentSince &&
    before.email === after.email &&
    before.isConfirmed === after.isConfirmed,
);

const iconOf = ({ isByEmail }: ChatNotice) => (isByEmail ? 'envelope-simple' : 'clock');

/** Shows the response time on one line before the visitor has asked, so that all topics stay visible. */
function waitBefore(notice: ChatNotice | null, usual: number | null): string | null {
  if (notice !== null) return notice.isByEmail ? null : notice.text;
  if (usual === null) return null;
  // Not shared with the pages: they would load the chat with it.
  return t('Usually answers within {time}', { time: formatUsualWait(usual, formatsNow()) });
}

/** Shows three dots; the status line has the text for screen readers. */
function TypingBubble() {
  return (
    <div aria-hidden="true">
      <Bubble>
        <span className="flex h-[22px] items-center gap-[5px] px-0.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="chat-dot size-2 rounded-full bg-ink-2" />
          ))}
        </span>
      </Bubble>
    </div>
  );
}

function WaitLine({ text }: { text: string | null }) {
  return (
    text && (
      <p dir="auto" className="text-[13px] text-ink-2">
        {text}
      </p>
    )
  );
}

function Finding() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center py-4 text-center">
      <SearchIllustration />
      <h3 className="mt-4 text-[21px] tracking-[-0.02em]">{t('Finding the right person')}</h3>
      <p className="mt-2 max-w-[280px] text-[15px] leading-[1.5] text-ink-2">
        {t('You can start typing. Your agent will see it when they join.')}
      </p>
    </div>
  );
}

/** Shows placeholders only after 200 ms, so that a fast response causes no flicker. */
function RestoringBlocks() {
  return (
    <div aria-hidden="true" className="chat-skeleton flex flex-col gap-2.5">
      <span className="h-11 w-3/5 self-end rounded-[18px] bg-ink/9" />
      <span className="h-16 w-3/4 rounded-[18px] bg-ink/9" />
      <span className="h-11 w-2/5 self-end rounded-[18px] bg-ink/9" />
    </div>
  );
}

/** Starts announcing shortly after the history is on the screen, so that the history is not read aloud. */
function useIsLive({ stage, isHistoryLoaded, isOpen }: VisitorChatState): boolean {
  const isReady = isOpen && stage !== 'restoring' && (stage !== 'conversation' || isHistoryLoaded);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isReady) {
      setLive(false);
      return undefined;
    }
    const timer = setTimeout(() => setLive(true), 100);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isLive;
}

/** The search illustration, shown until an agent answers. */
function SearchIllustration() {
  return (
    <svg viewBox="0 0 172 104" aria-hidden="true" className="mx-auto h-[104px] w-[172px]">
      <path d="M38 68a48 48 0 0 1 96 0Z" fill="var(--sun)" transform="translate(0 0)" />
      <g className="chat-boat-arrives">
        <g className="chat-boat">
          <path d="M89 2C110 19 126 40 131 62H89Z" fill="var(--primary)" />
          <path d="M83 14C68 27 56 44 51 62H83Z" fill="#ff6b4a" />
          <path d="M44 68H134C129 81 120 86 106 86H72C58 86 49 81 44 68Z" fill="var(--ink)" />
        </g>
      </g>
      <g fill="none" strokeWidth="4.5" strokeLinecap="round">
        <path
          d="M3 87q8-8 16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0t16.600 0"
          stroke="var(--primary)"
        />
        <path
          d="M40 100q8-8 16 0t16 0t16 0t16 0t16 0t16 0"
          stroke="var(--line-strong)"
          opacity=".5"
        />
      </g>
    </svg>
  );
}
