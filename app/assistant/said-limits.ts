import type { DraftKind } from './protocol/draft.ts';

/**
 * Limits of the conversation excerpt sent to the model: the number of last messages and their total
 * characters.
 */
export const SAID = {
  answer: { messages: 20, length: 8000 },
  summary: { messages: 60, length: 12_000 },
} as const satisfies Readonly<
  Record<DraftKind, { readonly messages: number; readonly length: number }>
>;
