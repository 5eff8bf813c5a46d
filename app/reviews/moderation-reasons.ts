/**
 * A review may be reported or hidden for these published reasons only. They concern the text of a review, never its
 * stars, and there is deliberately no 'other'.
 */
export const MODERATION_REASONS = {
  spam: {
    name: 'Spam or advertising',
    meaning: 'It promotes something else, or a program posted it.',
  },
  abuse: {
    name: 'Abuse or threats',
    meaning: 'It insults, threatens or harasses somebody.',
  },
  'personal-data': {
    name: 'Personal data',
    meaning: 'It shows an address, a phone number or another private detail of somebody.',
  },
  'off-topic': {
    name: 'Not about this service',
    meaning: 'It speaks of something that this service has no part in.',
  },
  impersonation: {
    name: 'Written in another name',
    meaning: 'It pretends to come from a person or company that did not write it.',
  },
  unlawful: {
    name: 'Against the law',
    meaning: 'The law forbids publishing what it says.',
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
export const NEVER_FOR_RATINGS =
  'A low rating is never a reason: what a review says decides, not how many stars it gives.';
