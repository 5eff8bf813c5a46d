import { msg } from '../i18n/translate.ts';
/**
 * A review may be reported or hidden for these published reasons only. They concern the text of a review, never its
 * stars, and there is deliberately no 'other'.
 */
export const MODERATION_REASONS = {
  spam: {
    name: msg('Spam or advertising'),
    meaning: msg('It promotes something else, or a program posted it.'),
  },
  abuse: {
    name: msg('Abuse or threats'),
    meaning: msg('It insults, threatens or harasses somebody.'),
  },
  'personal-data': {
    name: msg('Personal data'),
    meaning: msg('It shows an address, a phone number or another private detail of somebody.'),
  },
  'off-topic': {
    name: msg('Not about this service'),
    meaning: msg('It speaks of something that this service has no part in.'),
  },
  impersonation: {
    name: msg('Written in another name'),
    meaning: msg('It pretends to come from a person or company that did not write it.'),
  },
  unlawful: {
    name: msg('Against the law'),
    meaning: msg('The law forbids publishing what it says.'),
  },
} as const;

export type ModerationReason = keyof typeof MODERATION_REASONS;

export const MODERATION_REASON_IDS = Object.keys(MODERATION_REASONS) as [
  ModerationReason,
  ...ModerationReason[],
];

export const REPORT_TEXT_MAX_LENGTH = 500;
export const NOTE_MAX_LENGTH = 500;
export const REPLY_MAX_LENGTH = 2000;

/** The sentence is shown wherever a review can be hidden, and on the public log. */
export const NEVER_FOR_RATINGS = msg(
  'A low rating is never a reason: what a review says decides, not how many stars it gives.',
);
