import { foldText } from '../../platform/fold-text.ts';
import { saySize } from '../protocol/files.ts';
import {
  isRemoved,
  MESSAGE_REMOVED,
  type ConversationView,
  type MessageView,
} from '../protocol/views.ts';
import { dateFormat } from '../../platform/formats.ts';
import { say, sayAny, formatsNow } from '../../platform/say.ts';

const DATE = { dateStyle: 'long' } as const;
const TIME = dateFormat({ dateStyle: 'short', timeStyle: 'short' }, 'en-GB');

export function writeTranscript(
  conversation: ConversationView,
  messages: readonly MessageView[],
  brandName: string,
): string {
  const head = [
    say('{brandName}: conversation of {value}', {
      brandName,
      value: new Intl.DateTimeFormat(formatsNow(), DATE).format(new Date(conversation.startedAt)),
    }),
    say('Topic: {topic}', { topic: sayAny(conversation.topic) }),
    ...(conversation.service
      ? [say('Service: {title}', { title: conversation.service.title })]
      : []),
  ];
  const lines = messages.map((message) => {
    const author = message.isAgent ? (message.agentName ?? brandName) : say('You');
    return `[${TIME.format(new Date(message.createdAt))}] ${author}:\n${textOf(message)}`;
  });
  return `${[head.join('\n'), ...lines].join('\n\n')}\n`;
}

function textOf(message: MessageView): string {
  if (isRemoved(message)) return MESSAGE_REMOVED;
  const files = (message.files ?? []).map(({ name, size }) =>
    say('[File] {name} ({saySize})', { name, saySize: saySize(size) }),
  );
  return [message.text, ...files].filter(Boolean).join('\n');
}

/** Returns a file name such as 'embarka-chat-2026-11-20.txt'. */
export function transcriptName(conversation: ConversationView, brandName: string): string {
  const brand = foldText(brandName)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${brand}-chat-${conversation.startedAt.slice(0, 10)}.txt`;
}

export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
