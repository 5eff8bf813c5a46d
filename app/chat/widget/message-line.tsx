import { memo, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { visitorUploads } from '../client/files/attachments.ts';
import {
  MessageBubble,
  OWN_FILES,
  OWN_ROW,
  UnsendButton,
  type BubbleLook,
} from '../client/message-bubble.tsx';
import { formatClock } from '../../platform/formats.ts';
import type { ShownMessage } from './message-rows.ts';
import { t } from '../../i18n/translate.ts';

// Most chats have no files, so these modules are loaded on demand.
const MessageFiles = lazyPart(
  async () => (await import('../client/files/message-files.tsx')).MessageFiles,
  { placeholder: ({ files }, hasFailed) => hasFailed && <FileNames files={files} /> },
);
const PendingFiles = lazyPart(
  async () => (await import('../client/files/pending-files.tsx')).PendingFiles,
  { placeholder: ({ files }, hasFailed) => hasFailed && <FileNames files={files} /> },
);

interface MessageLineProps {
  readonly message: ShownMessage;
  readonly onRetry: (clientId: string) => void;
  readonly onDiscard: (clientId: string) => void;
  /** Resolves to an error message, or null. */
  readonly onUnsend: (number: number) => Promise<string | null>;
}

/** Memoized, so that typing a message does not render the other messages again. */
export const MessageLine = memo(
  function MessageLine({ message, onRetry, onDiscard, onUnsend }: MessageLineProps) {
    const { text, files, isAgent, status, hasMeta, number, pending, writtenAt } = message;
    const [problem, setProblem] = useState<string | null>(null);
    const mayUnsend = !isAgent && !message.isRemoved && number !== null;
    return (
      <div data-testid="message" className={`chat-line ${isAgent ? 'flex flex-col' : OWN_ROW}`}>
        <span className="sr-only">
          {isAgent ? t('{name}:', { name: message.agentName ?? t('Agent') }) : t('You:')}{' '}
        </span>
        {mayUnsend && (
          <UnsendButton
            writtenAt={writtenAt.toISOString()}
            onUnsend={() => void onUnsend(number).then(setProblem)}
          />
        )}
        {(message.isRemoved || text !== '') && (
          <MessageBubble
            side={isAgent ? 'start' : 'end'}
            look={lookOf(message)}
            isInRow={!isAgent}
            isRemoved={message.isRemoved}
            text={text}
            hasPayment={isAgent}
          />
        )}
        {files.length > 0 && (
          <div className={isAgent ? '' : OWN_FILES}>
            <MessageFiles files={files} side={isAgent ? 'start' : 'own'} />
          </div>
        )}
        {pending?.files && (
          <div className="col-span-full flex w-full flex-col">
            <PendingFiles files={pending.files} uploads={visitorUploads()} />
          </div>
        )}
        {problem && !message.isRemoved && (
          <p
            role="alert"
            className="col-span-full mt-1 max-w-[270px] text-end text-[13px] font-medium text-error"
          >
            {problem}
          </p>
        )}
        {/* A new status of a message that was already read aloud is not worth an interruption. */}
        <div
          aria-live="off"
          className={`text-[13px] text-ink-3 ${isAgent ? 'self-start ps-1' : 'col-span-full pe-1'}`}
        >
          {status === 'failed' ? (
            <Failure
              reason={message.pending?.reason ?? t("The message couldn't be sent.")}
              onRetry={() => onRetry(message.key)}
              onDiscard={() => onDiscard(message.key)}
            />
          ) : (
            hasMeta && <Meta message={message} />
          )}
        </div>
      </div>
    );
  },
  (before, after) => looksSame(before.message, after.message),
);

function FileNames({ files }: { readonly files: readonly { id: string; name: string }[] }) {
  return files.map(({ id, name }) => (
    <p key={id} dir="auto" className="text-[14px] [overflow-wrap:anywhere]">
      {name}
    </p>
  ));
}

function lookOf({ isAgent, status }: ShownMessage): BubbleLook {
  if (isAgent) return 'plain';
  if (status === 'sending') return 'pending';
  return status === 'failed' ? 'failed' : 'own';
}

function looksSame(one: ShownMessage, other: ShownMessage): boolean {
  return (
    one.key === other.key &&
    one.text === other.text &&
    one.files === other.files &&
    one.status === other.status &&
    one.number === other.number &&
    one.isRemoved === other.isRemoved &&
    one.hasMeta === other.hasMeta &&
    one.writtenAt.getTime() === other.writtenAt.getTime() &&
    one.pending?.reason === other.pending?.reason
  );
}

function Meta({ message }: { message: ShownMessage }) {
  const { isAgent, agentName, writtenAt, status } = message;
  if (status === 'sending') return <p className="mt-1">{t('Sending...')}</p>;
  return (
    <p className="mt-1 flex items-center gap-1 tabular-nums">
      {isAgent && agentName && `${firstName(agentName)} • `}
      <time dateTime={writtenAt.toISOString()}>{formatClock(writtenAt)}</time>
      {!isAgent && status !== null && (
        <>
          {` • ${status === 'seen' ? t('Seen') : t('Sent')}`}
          <Icon
            name={status === 'seen' ? 'checks' : 'check'}
            size={15}
            className={status === 'seen' ? 'text-primary' : ''}
          />
        </>
      )}
    </p>
  );
}

interface FailureProps {
  readonly reason: string;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function Failure({ reason, onRetry, onDiscard }: FailureProps) {
  return (
    <div className="mt-1 flex flex-col items-end">
      <p className="flex max-w-[270px] gap-1.5 leading-[1.4] font-medium text-error">
        <Icon name="warning-circle-fill" size={15} className="mt-0.5" />
        {reason}
      </p>
      <p className="flex gap-1">
        <FailureButton onClick={onRetry}>{t('Retry')}</FailureButton>
        <FailureButton onClick={onDiscard}>{t('Discard')}</FailureButton>
      </p>
    </div>
  );
}

function FailureButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-me-3 min-h-11 px-3 font-semibold text-ink underline underline-offset-3 hover:text-primary"
    >
      {children}
    </button>
  );
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
