import { say } from '../../platform/say.ts';
import { sayMessage } from '../../conversation/wire/files.ts';
import type { InboxEntry, MessageView } from '../../conversation/wire/views.ts';
import type { MentionView } from '../../conversation/wire/mentions.ts';
import type { UnattendedEvent } from '../../conversation/wire/events.ts';
import type { PendingMessage } from '../message-list.ts';

/** SPEC §9. */
const TEXT_LENGTH = 50;
/** More would cover the thread; the badge counts the rest. */
const SHOWN = 3;

/** A visitor's message that came while their thread was not in sight. */
export interface NewMessageToast extends Pick<MessageView, 'id' | 'conversationId' | 'number'> {
  readonly kind: 'new message';
  readonly visitorId: string;
  readonly email: string;
  readonly text: string;
}

/** A message of one's own that was not saved; it stays in the thread, with Retry (DECISIONS 15). */
export interface FailureToast {
  readonly kind: 'failure';
  readonly id: string;
  readonly text: string;
}

/** For managers: a visitor waits, and nobody is there for them (DECISIONS 31). */
export interface UnattendedToast extends UnattendedEvent {
  readonly kind: 'unattended';
  readonly id: string;
}

/** A note names whoever is signed in. */
export interface MentionToast extends Pick<
  MentionView,
  'visitorId' | 'conversationId' | 'email' | 'authorName'
> {
  readonly kind: 'mention';
  readonly id: string;
  readonly text: string;
}

/** What was done with a visitor, and can be taken back (DECISIONS 30). */
export interface UndoToast {
  readonly kind: 'undo';
  readonly id: string;
  readonly visitorId: string;
  readonly email: string;
  /** 'Resolved', 'Snoozed'. */
  readonly text: string;
}

export type Toast = NewMessageToast | FailureToast | UnattendedToast | UndoToast | MentionToast;

export function unattendedToast(event: UnattendedEvent): UnattendedToast {
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
    text: cut(sayMessage(message)),
  };
}

export function mentionToast(mention: MentionView): MentionToast {
  const { noteId, visitorId, conversationId, email, authorName, excerpt } = mention;
  const about = { visitorId, conversationId, email, authorName };
  return { kind: 'mention', id: `mention ${noteId}`, ...about, text: cut(excerpt) };
}

/** SPEC §8, word for word. */
export function failureToast({ clientId, isWelcome }: PendingMessage): FailureToast {
  return {
    kind: 'failure',
    id: clientId,
    text: isWelcome
      ? say('Failed to send welcome message. Please try again.')
      : say('Failed to send message. Please try again.'),
  };
}

/** The newest ones; undefined when this one is shown already. */
export function addToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] | undefined {
  if (toasts.some(({ id }) => id === toast.id)) return undefined;
  return [...toasts, toast].slice(-SHOWN);
}

function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length > TEXT_LENGTH ? `${letters.slice(0, TEXT_LENGTH).join('')}...` : text;
}
