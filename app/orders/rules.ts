/** Characters of what is written about an order: a delivery, a revision, a refund. */
export const MESSAGE_MAX_LENGTH = 4000;

/** Of a reason or a reference in one line. */
export const REASON_MAX_LENGTH = 500;
export const REFERENCE_MAX_LENGTH = 120;

/** Of the name of a program that changes orders. */
export const PROGRAM_MAX_LENGTH = 60;

/** Of one answer in a brief. */
export const ANSWER_MAX_LENGTH = 4000;

/** The team has promised to answer a refund request within so many business days (DECISIONS 48). */
export const REFUND_ANSWER_BUSINESS_DAYS = 5;

/** Days after a delivery on which its buyer is told that it will complete by itself (DECISIONS 47). */
export const REMINDED_ON_DAYS = [3, 6] as const;

/** Fields of a form with files that hold a list: the files it showed, and those that go with it. */
export const SENT_LISTS = ['shown', 'file'] as const;
