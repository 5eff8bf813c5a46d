/** The maximum number of characters of a delivery, a revision request or a refund request. */
export const MESSAGE_MAX_LENGTH = 4000;

export const REASON_MAX_LENGTH = 500;
export const REFERENCE_MAX_LENGTH = 120;

export const PROGRAM_MAX_LENGTH = 60;

export const ANSWER_MAX_LENGTH = 4000;

/** The team has promised to answer a refund request within this number of business days (rule 220). */
export const REFUND_ANSWER_BUSINESS_DAYS = 5;

/**
 * Returns the days after a delivery on which the buyer is reminded of the automatic completion (rule 217). The last one is
 * at least a day before the last day. A period of one day has none before it, so its reminder comes after half a day.
 */
export function reminderDaysFor(acceptanceDays: number): readonly number[] {
  const last = Math.min(6, Math.max(acceptanceDays - 1, 0.5));
  return last > 3 ? [3, last] : [last];
}

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
