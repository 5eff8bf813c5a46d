import { AUTOMATIC_MAILS } from './protocol/parsed-mail.ts';

/**
 * Reasons why an email became no message although a person may have sent it. The team finds such emails in a
 * list.
 */
export const LEFT_OUT = [
  ...AUTOMATIC_MAILS,
  /** The email is from one of our own addresses, and no other address could receive an answer. */
  'own',
  /** The email answers none of ours and starts no conversation. */
  'no conversation',
  /** The visitor is blocked, or the address cannot be used for chats. */
  'refused',
  'too many',
  'unreadable',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The limit on the stored text of such an email, in characters. */
export const LEFT_OUT_TEXT_MAX_LENGTH = 6000;

export const MAIL_IN_OUTCOMES = ['message', 'conversation', 'repeat', ...LEFT_OUT] as const;

export type MailInOutcome = (typeof MAIL_IN_OUTCOMES)[number];

export function isTaken(outcome: MailInOutcome): outcome is Exclude<MailInOutcome, LeftOut> {
  return outcome === 'message' || outcome === 'conversation' || outcome === 'repeat';
}

/** Large enough for an email with a file of 25 MiB. Only the beginning of a larger email is read. */
export const MAIL_MAX_BYTES = 36 * 1024 * 1024;

export const MAIL_LIMIT = { bytes: MAIL_MAX_BYTES, said: '36 MB' };
