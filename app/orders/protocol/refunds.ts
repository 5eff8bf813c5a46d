import { t, msg } from '../../i18n/translate.ts';

/** The reasons of the refund policy (`content/legal/refund-policy.json`) from which a buyer chooses. */
export const REFUND_REASONS = [
  { id: 'late', name: msg('The work was not delivered by its deadline') },
  { id: 'not-as-described', name: msg('What was delivered does not match the description') },
  { id: 'no-response', name: msg('The seller did not respond for more than 7 days') },
  { id: 'technical-error', name: msg('A technical error took my money, such as a double payment') },
] as const;

export type RefundReason = (typeof REFUND_REASONS)[number]['id'];

export const REFUND_GROUND_IDS = REFUND_REASONS.map(({ id }) => id) as [
  RefundReason,
  ...RefundReason[],
];

export function getRefundReasonLabel(ground: RefundReason): string {
  const reason = REFUND_REASONS.find(({ id }) => id === ground);
  return reason ? t(reason.name) : ground;
}

/**
 * 'due': not sent to the provider, or sent without a response. 'sent': accepted by the provider, outcome
 * unknown. The other states are final, although a bank may still send a 'done' refund back.
 */
export const REFUND_STATES = ['due', 'sent', 'done', 'failed', 'cancelled'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

export const REFUND_SOURCES = ['team', 'provider', 'chargeback', 'reversal'] as const;

export type RefundSource = (typeof REFUND_SOURCES)[number];
