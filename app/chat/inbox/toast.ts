import type { InboxEntry, MessageView } from '../views.ts';

/** SPEC §9. */
const TEXT_LENGTH = 50;
/** More would cover the thread; the badge counts the rest. */
const SHOWN = 3;

/** A visitor's message that came while their thread was not in sight. */
export interface Toast {
  readonly id: string;
  readonly visitorId: string;
  readonly conversationId: string;
  /** Of the message in its conversation. */
  readonly number: number;
  readonly email: string;
  readonly text: string;
}

export function toToast(message: MessageView, { visitorId, email }: InboxEntry): Toast {
  const { id, conversationId, number, text } = message;
  return { id, visitorId, conversationId, number, email, text: cut(text) };
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
