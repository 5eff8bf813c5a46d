import { msg } from '../i18n/translate.ts';
/**
 * A review may be reported or hidden for these published reasons only. They concern the text of a review, never its
 * stars, and there is deliberately no 'other'.
 */
export const MODERATION_REASONS = {
  spam: {
    name: msg('Spam or advertising'),
    meaning: msg('It promotes something else or was posted by a bot.'),
  },
  abuse: {
    name: msg('Abuse or threats'),
    meaning: msg('It insults, threatens or harasses someone.'),
  },
  'personal-data': {
    name: msg('Personal data'),
    meaning: msg("It reveals someone's address, phone number or another private detail."),
  },
  'off-topic': {
    name: msg('Not about this service'),
    meaning: msg('It is about something unrelated to this service.'),
  },
  impersonation: {
    name: msg('Impersonation'),
    meaning: msg("It pretends to be from a person or company that didn't write it."),
  },
  unlawful: {
    name: msg('Illegal content'),
    meaning: msg('Publishing what it says is against the law.'),
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
  'A low rating is never a reason: what counts is what a review says, not how many stars it gives.',
);
