import { t } from '../../i18n/translate.ts';
import { formatMessage } from '../protocol/files.ts';
import type { InboxEntry, MessageView } from '../protocol/views.ts';
import type { MentionView } from '../protocol/mentions.ts';
import type { UnansweredEvent } from '../protocol/events.ts';
import type { PendingMessage } from '../client/message-list.ts';

/** rule 163 sets this length. */
const TEXT_LENGTH = 50;
/** More toasts would cover the conversation; the badge counts the rest. */
const SHOWN = 3;

export interface NewMessageToast extends Pick<MessageView, 'id' | 'conversationId' | 'number'> {
  readonly kind: 'new message';
  readonly visitorId: string;
  readonly email: string;
  readonly text: string;
}

/**
 * Reports an own message that was not saved. The message stays in the conversation with a Retry button
 * (rule 113).
 */
export interface FailureToast {
  readonly kind: 'failure';
  readonly id: string;
  readonly text: string;
}

/** Tells managers that a visitor is waiting and no agent is available (rule 136). */
export interface UnansweredToast extends UnansweredEvent {
  readonly kind: 'unattended';
  readonly id: string;
}

export interface MentionToast extends Pick<
  MentionView,
  'visitorId' | 'conversationId' | 'email' | 'authorName'
> {
  readonly kind: 'mention';
  readonly id: string;
  readonly text: string;
}

/** Offers to undo an action on a visitor (rule 145). */
export interface UndoToast {
  readonly kind: 'undo';
  readonly id: string;
  readonly visitorId: string;
  readonly email: string;
  /** For example 'Resolved' or 'Snoozed'. */
  readonly text: string;
}

export type Toast = NewMessageToast | FailureToast | UnansweredToast | UndoToast | MentionToast;

export function createUnansweredToast(event: UnansweredEvent): UnansweredToast {
  return { kind: 'unattended', id: `unattended ${event.conversationId}`, ...event };
}

export function toToast(message: MessageView, { visitorId, email }: InboxEntry): NewMessageToast {
  const { id, conversationId, number } = message;
  return {
    kind: 'new message',
    id,
    visitorId,
    conversationId,
    number,
    email,
    text: cut(formatMessage(message)),
  };
}

export function mentionToast(mention: MentionView): MentionToast {
  const { noteId, visitorId, conversationId, email, authorName, excerpt } = mention;
  const about = { visitorId, conversationId, email, authorName };
  return { kind: 'mention', id: `mention ${noteId}`, ...about, text: cut(excerpt) };
}

/** rule 115 prescribes these texts. */
export function failureToast({ clientId, isWelcome }: PendingMessage): FailureToast {
  return {
    kind: 'failure',
    id: clientId,
    text: isWelcome
      ? t('Failed to send welcome message. Please try again.')
      : t('Failed to send message. Please try again.'),
  };
}

/** Keeps the newest toasts; returns undefined if this toast is already visible. */
export function addToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] | undefined {
  if (toasts.some(({ id }) => id === toast.id)) return undefined;
  return [...toasts, toast].slice(-SHOWN);
}

/** Three dots after exactly so many characters, unlike `shortenLine`, as the specification shows them. */
function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length > TEXT_LENGTH ? `${letters.slice(0, TEXT_LENGTH).join('')}...` : text;
}
