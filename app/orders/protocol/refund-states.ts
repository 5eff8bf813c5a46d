/**
 * 'due': not sent to the provider, or sent without a response. 'sent': accepted by the provider, outcome
 * unknown. The other states are final, although a bank may still send a 'done' refund back.
 */
export const REFUND_STATES = ['due', 'sent', 'done', 'failed', 'cancelled'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_SOURCES = ['team', 'provider', 'chargeback', 'reversal'] as const;

export type RefundSource = (typeof REFUND_SOURCES)[number];
