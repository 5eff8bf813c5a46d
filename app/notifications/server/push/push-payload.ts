import { languageNow, say } from '../../../platform/say.ts';
import {
  noticeTag,
  threadPath,
  type PushPayload,
} from '../../../chat/protocol/conversation-notice.ts';
import { PREVIEW_LENGTH } from '../../protocol/rules.ts';

export interface Subject {
  readonly about: 'messages' | 'queue' | 'unattended';
  readonly conversationId: string;
  readonly visitorId: string;
  readonly email: string;
  readonly unread: number;
  readonly upToNumber: number;
  /** The newest unread message, or null if the visitor has not written yet. */
  readonly text: string | null;
  readonly memberId: string;
  /** The number of unread messages in all conversations of this member. */
  readonly unreadInAll: number;
}

/** Others may see the screen, so names and contents appear only if the member chose previews. */
export function toPayload(subject: Subject, showsPreviews: boolean): PushPayload {
  const { about, conversationId, visitorId, email, unread, upToNumber, text, memberId } = subject;
  const counted =
    unread === 1 ? say('One unread message') : say('{unread} unread messages', { unread });
  const base = {
    tag: noticeTag(conversationId),
    path: threadPath(visitorId),
    number: upToNumber,
    unread: subject.unreadInAll,
    // Only assigned visitors can be answered from the notification; others must be taken first.
    ...(about === 'messages' ? { conversationId, memberId, ...inLanguage() } : {}),
  };
  if (!showsPreviews) {
    return {
      ...base,
      title: say(TITLES[about]),
      body:
        unread === 0
          ? say('Open the dashboard to see who it is.')
          : say('{counted} in one conversation.', { counted }),
    };
  }
  return {
    ...base,
    title: titleWith(about, email),
    body: text === null ? say('No message yet.') : cut(text),
  };
}

/** The service worker shows English texts if no language is given. */
const inLanguage = () => (languageNow() === 'en' ? {} : { language: languageNow() });

const TITLES = {
  messages: 'A visitor wrote to you',
  queue: 'A visitor waits in the queue',
  unattended: 'A visitor waits and nobody is there',
} as const;

function titleWith(about: Subject['about'], email: string): string {
  if (about === 'queue') return say('{email} waits in the queue', { email });
  if (about === 'unattended') return say('Nobody is there for {email}', { email });
  return say('New message from {email}', { email });
}

function cut(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > PREVIEW_LENGTH
    ? `${letters.slice(0, PREVIEW_LENGTH - 1).join('')}…`
    : letters.join('');
}
