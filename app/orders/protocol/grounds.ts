import { sayAny } from '../../platform/say.ts';

/** The reasons of the refund policy (`content/legal/refund-policy.json`) from which a buyer chooses. */
export const REFUND_GROUNDS = [
  { id: 'late', name: 'The work was not delivered by its deadline' },
  { id: 'not-as-described', name: 'What was delivered does not match the description' },
  { id: 'no-response', name: 'The seller did not respond for more than 7 days' },
  { id: 'technical-error', name: 'A technical error took my money, such as a double payment' },
] as const;

export type RefundGround = (typeof REFUND_GROUNDS)[number]['id'];

export const REFUND_GROUND_IDS = REFUND_GROUNDS.map(({ id }) => id) as [
  RefundGround,
  ...RefundGround[],
];

export function sayGround(ground: RefundGround): string {
  return sayAny(REFUND_GROUNDS.find(({ id }) => id === ground)?.name ?? ground);
}
