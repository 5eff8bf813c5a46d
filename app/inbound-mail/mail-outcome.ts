import type { AutomaticMail } from './parse/parsed-mail.ts';

/** What became of a mail that came in. */
export type MailInOutcome =
  /** It is a message of its conversation now, … */
  | 'message'
  /** … began one, … */
  | 'conversation'
  /** … or had become one before. */
  | 'repeat'
  | AutomaticMail
  /** One of ours that came back. */
  | 'own'
  /** It answers none of ours, and begins nothing. */
  | 'no conversation'
  /** Its visitor is blocked, or its address is none that chats are begun with. */
  | 'refused'
  /** More came than one person writes. */
  | 'too many'
  | 'unreadable';

export const MAIL_IN_OUTCOMES = [
  'message',
  'conversation',
  'repeat',
  'automatic reply',
  'bounce',
  'list',
  'own',
  'no conversation',
  'refused',
  'too many',
  'unreadable',
] as const satisfies readonly MailInOutcome[];

/** Whether what the mail says is in a conversation. */
export function isTaken(outcome: MailInOutcome): boolean {
  return outcome === 'message' || outcome === 'conversation' || outcome === 'repeat';
}
