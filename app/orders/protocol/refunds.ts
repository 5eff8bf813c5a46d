import { t, msg } from '../../i18n/translate.ts';

/** The reasons of the refund policy (`content/legal/refund-policy.json`) from which a buyer chooses. */
export const REFUND_REASONS = [
  { id: 'late', name: msg('The work was not delivered by the deadline') },
  { id: 'not-as-described', name: msg('The delivery does not match the description') },
  { id: 'no-response', name: msg('The seller did not respond for more than 7 days') },
  {
    id: 'technical-error',
    name: msg('I was charged because of a technical error, such as a double payment'),
  },
] as const;

export type RefundReason = (typeof REFUND_REASONS)[number]['id'];

export const REFUND_GROUND_IDS = REFUND_REASONS.map(({ id }) => id) as [
  RefundReason,
  ...RefundReason[],
];

export function isRefundReason(value: string): value is RefundReason {
  return REFUND_REASONS.some(({ id }) => id === value);
}

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
