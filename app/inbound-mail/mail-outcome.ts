import { AUTOMATIC_MAILS } from './parse/parsed-mail.ts';

/** Why an email became no message although a person may have sent it: the team finds it in a list. */
export const LEFT_OUT = [
  ...AUTOMATIC_MAILS,
  /** Sent from one of our own addresses, with nobody else to answer. */
  'own',
  /** It answers none of ours, and begins nothing. */
  'no conversation',
  /** Its visitor is blocked, or its address is none that chats are begun with. */
  'refused',
  /** More came than one person writes. */
  'too many',
  'unreadable',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Characters that are kept of what such an email says. */
export const LEFT_OUT_TEXT_MAX_LENGTH = 6000;

/** What became of a mail that came in. */
export const MAIL_IN_OUTCOMES = [
  /** It is a message of its conversation now, … */
  'message',
  /** … began one, … */
  'conversation',
  /** … or had become one before. */
  'repeat',
  ...LEFT_OUT,
] as const;

export type MailInOutcome = (typeof MAIL_IN_OUTCOMES)[number];

/** Whether what the mail says is in a conversation. */
export function isTaken(outcome: MailInOutcome): outcome is Exclude<MailInOutcome, LeftOut> {
  return outcome === 'message' || outcome === 'conversation' || outcome === 'repeat';
}
