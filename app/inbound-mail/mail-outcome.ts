import { AUTOMATIC_MAILS } from './parse/parsed-mail.ts';

/** What became of a mail that came in. */
export const MAIL_IN_OUTCOMES = [
  /** It is a message of its conversation now, … */
  'message',
  /** … began one, … */
  'conversation',
  /** … or had become one before. */
  'repeat',
  ...AUTOMATIC_MAILS,
  /** One of ours that came back. */
  'own',
  /** It answers none of ours, and begins nothing. */
  'no conversation',
  /** Its visitor is blocked, or its address is none that chats are begun with. */
  'refused',
  /** More came than one person writes. */
  'too many',
  'unreadable',
] as const;

export type MailInOutcome = (typeof MAIL_IN_OUTCOMES)[number];

/** Whether what the mail says is in a conversation. */
export function isTaken(outcome: MailInOutcome): boolean {
  return outcome === 'message' || outcome === 'conversation' || outcome === 'repeat';
}
