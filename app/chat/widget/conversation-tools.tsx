import { translateTopic } from '../protocol/topic-names.ts';
import {
  type ConversationView,
  type MessageView,
  isRemoved,
  MESSAGE_REMOVED,
} from '../protocol/views.ts';
import { t, formatsNow } from '../../i18n/translate.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { ToolButton } from './tool-button.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import { useState } from 'react';
import { hasAnswerSound, setAnswerSound, soundNow } from './answer-sound.ts';
import type { NameFormProps } from './name-form.tsx';
import { Notice } from './conversation-notices.tsx';
import { foldText } from '../../platform/fold-text.ts';
import { formatFileSize } from '../protocol/files.ts';
import { dateFormat } from '../../platform/formats.ts';

const DATE = { dateStyle: 'long' } as const;
const TIME = dateFormat({ dateStyle: 'short', timeStyle: 'short' }, 'en-GB');

interface ContinueElsewhereProps {
  readonly chat: VisitorChat;
  readonly email: string | null;
}

const NameForm = lazyPart(async () => (await import('./name-form.tsx')).default);

const YourOrders = lazyPart(async () => (await import('./your-orders.tsx')).default);

interface ConversationToolsProps {
  readonly conversation: ConversationView;
  readonly messages: readonly MessageView[];
  readonly brandName: string;
  readonly email: string | null;
  readonly chat: VisitorChat;
  readonly onActed: () => void;
}

export default function ConversationTools(props: ConversationToolsProps) {
  const { conversation, messages, brandName, email, chat, onActed } = props;
  return (
    <div className="flex flex-wrap justify-center">
      <ToolButton
        icon="download-simple"
        label={t('Download transcript')}
        onClick={() =>
          downloadText(
            transcriptName(conversation, brandName),
            writeTranscript(conversation, messages, brandName),
          )
        }
      >
        {t('Transcript')}
      </ToolButton>
      <SoundButton />
      <ContinueElsewhere chat={chat} email={email} />
      <YourName chat={chat} name={conversation.visitorName} onActed={onActed} />
      <ConfirmAddress
        chat={chat}
        email={email}
        isConfirmed={conversation.isConfirmed}
        onActed={onActed}
      />
      {conversation.isConfirmed && <YourOrders conversationId={conversation.id} />}
    </div>
  );
}

/** Switches sound and vibration for answers; turning them on plays the sound once. */
function SoundButton() {
  const [isOn, setOn] = useState(hasAnswerSound);
  return (
    <ToolButton
      icon={isOn ? 'bell-ringing' : 'bell'}
      isPressed={isOn}
      label={t('Sound and vibration for answers')}
      onClick={() => {
        setAnswerSound(!isOn);
        setOn(!isOn);
        if (!isOn) void soundNow();
      }}
    >
      {t('Sound')}
    </ToolButton>
  );
}

/** Lets visitors set, change and remove the name that agents see. */
function YourName({ chat, name, onActed }: NameFormProps) {
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
    onActed();
  }

  return (
    <>
      <ToolButton
        icon="user"
        label={name ? t('Your name: {name}. Change it', { name }) : undefined}
        isExpanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <bdi>{name ?? t('Add your name')}</bdi>
      </ToolButton>
      {isOpen && <NameForm chat={chat} name={name} onActed={close} />}
    </>
  );
}

function ContinueElsewhere({ chat, email }: ContinueElsewhereProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);

  async function request() {
    if (isBusy) return;
    setBusy(true);
    const problem = await chat.requestLink();
    setOutcome(
      problem ??
        t('A link is on its way to {value}. Open it on the other device: the chat moves there.', {
          value: email || t('your email'),
        }),
    );
    setBusy(false);
  }

  return (
    <>
      <ToolButton icon="devices" isBusy={isBusy} onClick={() => void request()}>
        {t('Continue on another device')}
      </ToolButton>
      {outcome && <Notice icon="envelope-simple">{outcome}</Notice>}
    </>
  );
}

function writeTranscript(
  conversation: ConversationView,
  messages: readonly MessageView[],
  brandName: string,
): string {
  const head = [
    t('{brandName}: conversation of {value}', {
      brandName,
      value: new Intl.DateTimeFormat(formatsNow(), DATE).format(new Date(conversation.startedAt)),
    }),
    t('Topic: {topic}', { topic: translateTopic(conversation.topic) }),
    ...(conversation.service ? [t('Service: {title}', { title: conversation.service.title })] : []),
  ];
  const lines = messages.map((message) => {
    const author = message.isAgent ? (message.agentName ?? brandName) : t('You');
    return `[${TIME.format(new Date(message.createdAt))}] ${author}:\n${textOf(message)}`;
  });
  return `${[head.join('\n'), ...lines].join('\n\n')}\n`;
}

function textOf(message: MessageView): string {
  if (isRemoved(message)) return t(MESSAGE_REMOVED);
  const files = (message.files ?? []).map(({ name, size }) =>
    t('[File] {name} ({saySize})', { name, saySize: formatFileSize(size) }),
  );
  return [message.text, ...files].filter(Boolean).join('\n');
}

/** Returns a file name such as 'embarka-chat-2026-11-20.txt'. */
function transcriptName(conversation: ConversationView, brandName: string): string {
  const brand = foldText(brandName)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${brand}-chat-${conversation.startedAt.slice(0, 10)}.txt`;
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
