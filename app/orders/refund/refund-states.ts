/**
 * The states of a refund. 'due': to be sent to the provider, or sent and not answered. 'sent': accepted by the provider,
 * the outcome is not known yet. The others are final, though a bank may still send a 'done' refund back.
 */
export const REFUND_STATES = ['due', 'sent', 'done', 'failed', 'cancelled'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/** Who had the money sent back: the team here, somebody at the provider, or the buyer's bank. */
export const REFUND_SOURCES = ['team', 'provider', 'chargeback', 'reversal'] as const;

export type RefundSource = (typeof REFUND_SOURCES)[number];
