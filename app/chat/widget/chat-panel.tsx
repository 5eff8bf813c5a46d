import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type KeyboardEvent,
} from 'react';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { ServiceContext } from '../protocol/views.ts';
import { DropHint } from '../client/files/attach-files.tsx';
import { visitorUploads } from '../client/files/attachments.ts';
import { useAttachments, useFileIntake } from '../client/files/use-attachments.ts';
import { fileIdsOf } from '../client/message-list.ts';
import {
  otherServiceOf,
  statusOf,
  titleOf,
  unreadCount,
  type Stage,
  type VisitorChatState,
  dotOf,
} from './chat-state.ts';
import { Composer } from './composer.tsx';
import { MessageLog } from './message-log.tsx';
import { TopicStep } from './topic-step.tsx';
import { useChatDialog } from './use-chat-dialog.ts';
import { VisitorChat } from './visitor-chat.ts';
import { browserTools, type VisitorChatTools } from './visitor-chat-tools.ts';
import './widget.css';
import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { AgentFace } from './conversation-notices.tsx';
import { VISITOR_NAME_MAX_LENGTH } from '../protocol/rules.ts';
import { FieldProblem } from './field-problem.tsx';
import { isComposing } from '../../ui/is-composing.ts';

interface EmailStepProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly knownName: string | null;
  readonly prompts: number;
  /** Returns the error message, or null. */
  readonly onSubmit: (email: string, name: string) => string | null;
}

interface PanelHeaderProps {
  readonly title: string;
  readonly status: string;
  readonly state: VisitorChatState;
  readonly logo: ReactNode;
  readonly onStartNew: () => void;
  readonly onClose: () => void;
}

interface HeaderButtonProps {
  readonly label: string;
  readonly icon: 'note-pencil' | 'x';
  readonly onClick: () => void;
}

const OtherServiceStrip = lazyPart(
  async () => (await import('./service-card.tsx')).OtherServiceStrip,
);

export interface ChatPanelProps {
  readonly isOpen: boolean;
  readonly brandName: string;
  readonly words: ChatWords;
  /** The service page that the visitor came from (rule 95). */
  readonly service: ServiceContext | null;
  /** The operator's logo for a dark background, shown until an agent answers. */
  readonly logo?: ReactNode;
  /** An embedded chat passes its own tools. */
  readonly tools?: (words: ChatWords) => VisitorChatTools;
  /** A warning above the messages. With a warning, files are disabled. */
  readonly warning?: ReactNode;
  readonly onClose: () => void;
  readonly onUnread: (count: number) => void;
  readonly onAgent?: (name: string | null) => void;
}

const PLACEHOLDERS: Record<Stage, Sentence> = {
  restoring: msg('Write a message'),
  topic: msg('Write your question'),
  email: msg('Add your email to continue'),
  conversation: msg('Write a message'),
};

/** Renders the chat: 384 by 600 px, or the whole screen on a phone. */
export function ChatPanel(props: ChatPanelProps) {
  const { isOpen, brandName, words, service, onClose, onUnread } = props;
  const { logo, tools = browserTools, warning, onAgent } = props;
  const [chat] = useState(() => new VisitorChat(tools(words)));
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState);
  const composer = useRef<HTMLTextAreaElement>(null);
  const { dialog, focusStart } = useChatDialog(isOpen, composer, state.stage, onClose);
  const unread = unreadCount(state);
  const other = otherServiceOf(state);
  const attachments = useAttachments({
    uploads: visitorUploads(),
    conversationId: state.stage === 'conversation' ? (state.conversation?.id ?? null) : null,
    otherwise: t('Choose a topic first. You can add files once the chat has started.'),
    sentIds: fileIdsOf(state.list),
  });
  const isOver = useFileIntake(dialog, !warning, attachments.add);

  useEffect(() => chat.connect(), [chat]);
  useEffect(() => chat.setService(service), [chat, service]);
  useEffect(() => chat.setOpen(isOpen), [chat, isOpen]);
  useEffect(() => onUnread(unread), [onUnread, unread]);
  const agentName = state.conversation?.agentName ?? null;
  useEffect(() => onAgent?.(agentName), [onAgent, agentName]);

  return (
    <dialog
      ref={dialog}
      aria-label={titleOf(state, brandName)}
      tabIndex={-1}
      className="chat-panel fixed inset-0 z-50 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-hidden border-0 bg-canvas text-ink outline-none open:flex md:inset-auto md:end-7 md:bottom-7 md:h-[min(600px,calc(100dvh-56px))] md:w-[384px] md:rounded-panel md:border md:border-line md:shadow-overlay"
    >
      <PanelHeader
        title={titleOf(state, brandName)}
        status={statusOf(state)}
        state={state}
        logo={logo}
        onStartNew={() => {
          chat.startNew();
          focusStart();
        }}
        onClose={onClose}
      />
      {warning}
      <MessageLog
        state={state}
        brandName={brandName}
        chat={chat}
        onActed={() => composer.current?.focus()}
      >
        <Step state={state} chat={chat} />
      </MessageLog>
      {other && (
        <OtherServiceStrip
          key={other.slug}
          service={other}
          onStartNew={() => {
            chat.startNew(other);
            focusStart();
          }}
          onDismiss={() => chat.setService(null)}
        />
      )}
      <Composer
        ref={composer}
        text={state.draft}
        placeholder={t(PLACEHOLDERS[state.stage])}
        onChange={(text) => {
          chat.setDraft(text);
          chat.typing();
        }}
        attachments={warning ? { ...attachments, isOffered: false } : attachments}
        onSend={(text, files) => chat.send(text, files)}
      />
      {isOver && <DropHint />}
    </dialog>
  );
}

function Step({ state, chat }: { state: VisitorChatState; chat: VisitorChat }) {
  return (
    <>
      {state.stage === 'topic' && (
        <TopicStep
          topics={state.words.topics}
          isBusy={state.isBusy}
          isCompact={state.service !== null}
          prompts={state.prompts}
          earlier={state.earlier}
          onChoose={(topic) => chat.chooseTopic(topic)}
          onOpenEarlier={(conversation) => chat.openEarlier(conversation)}
        />
      )}
      {state.stage === 'email' && (
        <EmailStep
          isBusy={state.isBusy}
          problem={state.problem}
          prompts={state.prompts}
          knownName={state.name}
          onSubmit={(email, name) => chat.giveEmail(email, name)}
        />
      )}
    </>
  );
}

/** Shows the agent, the status and the buttons. The header is dark in both themes. */
function PanelHeader({ title, status, state, logo, onStartNew, onClose }: PanelHeaderProps) {
  const agentName = state.conversation?.agentName;
  const dot = dotOf(state);
  return (
    <div className="flex items-center gap-3 border-b border-[#272e49] bg-night py-3.5 pe-2 ps-4 text-white max-[420px]:[@media(max-height:420px)]:py-1">
      <span className="relative shrink-0">
        {agentName ? (
          <AgentFace name={agentName} isLarge />
        ) : logo ? (
          <span aria-hidden="true" className="flex min-h-[42px] max-w-[88px] items-center">
            {logo}
          </span>
        ) : (
          <span
            aria-hidden="true"
            className="grid size-[42px] place-items-center rounded-full border border-transparent bg-[#f4f2eb]"
          >
            <Mark size={26} ground="light" />
          </span>
        )}
        {dot && (
          <span
            aria-hidden="true"
            data-dot={dot}
            className="absolute -end-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-night bg-[#5bd39a] data-[dot=away]:bg-[#ffc43d] forced-colors:bg-[Highlight] forced-colors:data-[dot=away]:bg-[GrayText]"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2
          dir="auto"
          className="truncate text-[16px] leading-[1.4] tracking-[-0.025em]"
          title={title}
        >
          {title}
        </h2>
        <p dir="auto" role="status" className="min-h-[1.5em] truncate text-[13.5px] text-[#bcc1d3]">
          {status}
        </p>
      </div>
      <div className="-ms-3 flex">
        <HeaderButton label={t('Start new chat')} icon="note-pencil" onClick={onStartNew} />
        <HeaderButton label={t('Close chat')} icon="x" onClick={onClose} />
      </div>
    </div>
  );
}

function HeaderButton({ label, icon, onClick }: HeaderButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-field text-[#f4f2eb] hover:bg-white/12 focus-visible:outline-sun"
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

function EmailStep({ isBusy, problem, prompts, knownName, onSubmit }: EmailStepProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState(knownName ?? '');
  const field = useRef<HTMLInputElement>(null);
  const canSubmit = email.includes('@') && !isBusy;
  useEffect(() => {
    field.current?.focus();
  }, [prompts]);

  function submit() {
    if (!isBusy && onSubmit(email, name)) field.current?.focus();
  }

  /** A disabled button stops Enter from submitting, but the visitor must still see the error. */
  function onEnter(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || canSubmit) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      noValidate
      className="mt-1 rounded-[16px] border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor="chat-email" className="text-[14.5px] font-semibold">
        {t('Your email')}
      </label>
      <input
        dir="auto"
        ref={field}
        id="chat-email"
        data-first-field
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        className="field mt-1.5"
        value={email}
        aria-invalid={problem !== null}
        aria-describedby={problem ? 'chat-email-problem' : undefined}
        onChange={(event) => setEmail(event.target.value)}
        onKeyDown={onEnter}
      />
      {problem && <FieldProblem id="chat-email-problem">{problem}</FieldProblem>}
      <label htmlFor="chat-name" className="mt-3 block text-[14.5px] font-semibold">
        {t('Your name (optional)')}
      </label>
      <input
        dir="auto"
        id="chat-name"
        autoComplete="name"
        maxLength={VISITOR_NAME_MAX_LENGTH}
        className="field mt-1.5"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onEnter}
      />
      <button
        type="submit"
        className="button button-primary mt-3 min-h-[50px] w-full border border-transparent"
        disabled={!canSubmit}
      >
        {t('Continue')}
      </button>
    </form>
  );
}
