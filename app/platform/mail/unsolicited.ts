/**
 * Mails that anybody can have sent to anybody, by typing an address into a form. Together they
 * share what one mailbox is given in a day: see `mailbox-budget.server.ts`.
 */
export const UNSOLICITED_MAILS = [
  'verification',
  'account-exists',
  'password-reset',
  'review',
  'answers',
  'link',
  'confirmation',
] as const;
export type UnsolicitedMail = (typeof UNSOLICITED_MAILS)[number];
