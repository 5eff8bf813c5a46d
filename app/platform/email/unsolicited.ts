/**
 * Emails that anybody can send to anybody, by typing an address into a form. They share a daily
 * budget for each mailbox: see `mailbox-budget.server.ts`.
 */
export const UNSOLICITED_MAILS = [
  'verification',
  'account-exists',
  'password-reset',
  'review',
  'answers',
  'link',
  'confirmation',
  'sign-in',
  'company-invitation',
] as const;
export type UnsolicitedMail = (typeof UNSOLICITED_MAILS)[number];
