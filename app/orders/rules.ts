/** The maximum number of characters of a delivery, a revision request or a refund request. */
export const MESSAGE_MAX_LENGTH = 4000;

export const REASON_MAX_LENGTH = 500;
export const REFERENCE_MAX_LENGTH = 120;

export const PROGRAM_MAX_LENGTH = 60;

export const ANSWER_MAX_LENGTH = 4000;

/** The team has promised to answer a refund request within this number of business days (rule 220). */
export const REFUND_ANSWER_BUSINESS_DAYS = 5;

/** The days after a delivery on which the buyer is reminded of the automatic completion (rule 217). */
export const REMINDED_ON_DAYS = [3, 6] as const;

/** The longest time to pay an invoice that was issued on request. */
export const LONGEST_TERM_DAYS = 90;

/** The reason for a credit note, which is printed on its line. */
export const CREDIT_REASON_MAX_LENGTH = 120;

/** The form fields that contain lists: the files that were shown, and the files to send. */
export const SENT_LISTS = ['shown', 'file'] as const;

/** The largest limit of a coupon. */
export const COUPON_LIMIT_AT_MOST = 1_000_000;
/** The largest number of sections or services of a coupon. A form has at most 500 fields. */
export const SCOPE_AT_MOST = 400;
