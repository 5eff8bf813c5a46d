import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ChatWords } from '../protocol/chat-words.ts';
import type { ServiceContext } from '../protocol/views.ts';
import { DropHint } from '../client/files/drop-hint.tsx';
import { visitorUploads } from '../client/files/open-uploads.ts';
import { useAttachments } from '../client/files/use-attachments.ts';
import { useFileIntake } from '../client/files/use-file-intake.ts';
import { fileIdsOf } from '../client/message-list.ts';
import { statusOf, titleOf, unreadCount, type Stage, type VisitorChatState } from './chat-state.ts';
import { Composer } from './composer.tsx';
import { EmailStep } from './email-step.tsx';
import { MessageLog } from './message-log.tsx';
import { PanelHeader } from './panel-header.tsx';
import { TopicStep } from './topic-step.tsx';
import { useChatDialog } from './use-chat-dialog.ts';
import { VisitorChat } from './visitor-chat.ts';
import { browserTools, type VisitorChatTools } from './visitor-chat-tools.ts';
import './widget.css';
import { say, sayAny } from '../../platform/say.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const OtherServiceStrip = lazyPart(
  async () => (await import('./service-card.tsx')).OtherServiceStrip,
);

export interface ChatPanelProps {
  readonly isOpen: boolean;
  readonly brandName: string;
  readonly words: ChatWords;
  /** The service page that the visitor came from (rule 95). */
  readonly service: ServiceContext | null;
  readonly servicePicture: (service: ServiceContext) => string;
  /** An embedded chat passes its own tools. */
  readonly tools?: (words: ChatWords) => VisitorChatTools;
  /** A warning above the messages. With a warning, files are disabled. */
  readonly warning?: ReactNode;
  readonly onClose: () => void;
  readonly onUnread: (count: number) => void;
  readonly onAgent?: (name: string | null) => void;
}

const PLACEHOLDERS: Record<Stage, string> = {
  restoring: 'Write a message',
  topic: 'Write your question',
  email: 'Add your email to continue',
  conversation: 'Write a message',
};

/** Renders the chat: 384 by 600 px, or the whole screen on a phone. */
export function ChatPanel(props: ChatPanelProps) {
  const { isOpen, brandName, words, service, servicePicture, onClose, onUnread } = props;
  const { tools = browserTools, warning, onAgent } = props;
  const [chat] = useState(() => new VisitorChat(tools(words)));
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState);
  const composer = useRef<HTMLTextAreaElement>(null);
  const { dialog, focusStart } = useChatDialog(isOpen, composer, state.stage, onClose);
  const unread = unreadCount(state);
  const attachments = useAttachments({
    uploads: visitorUploads(),
    conversationId: state.stage === 'conversation' ? (state.conversation?.id ?? null) : null,
    otherwise: say('You can add files once the chat has begun: choose a topic first.'),
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
        servicePicture={servicePicture}
        chat={chat}
        onActed={() => composer.current?.focus()}
      >
        <Step state={state} chat={chat} />
      </MessageLog>
      {state.stage === 'conversation' && state.conversation && state.service && (
        <OtherServiceStrip
          key={state.service.slug}
          service={state.service}
          current={state.conversation.service}
          picture={servicePicture(state.service)}
          onStartNew={() => {
            chat.startNew(state.service);
            focusStart();
          }}
          onDismiss={() => chat.setService(null)}
        />
      )}
      <Composer
        ref={composer}
        text={state.draft}
        placeholder={sayAny(PLACEHOLDERS[state.stage])}
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
