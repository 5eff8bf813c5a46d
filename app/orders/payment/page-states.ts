/**
 * The states of a payment page. 'open' can be paid; 'in progress' was paid by a method whose outcome the bank tells
 * later; the others are final and can no longer be paid.
 */
export const PAGE_STATES = ['open', 'in progress', 'failed', 'expired', 'completed'] as const;

export type PageState = (typeof PAGE_STATES)[number];

/** Why a payment failed: by the bank, for want of the buyer's confirmation, or by the payment service. */
export const PAGE_FAILURES = ['declined', 'not confirmed', 'refused'] as const;

export type PageFailure = (typeof PAGE_FAILURES)[number];
