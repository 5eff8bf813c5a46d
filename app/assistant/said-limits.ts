import type { DraftKind } from './wire/draft.ts';

/** How much of a conversation is sent: the last messages, so many and so long together. */
export const SAID = {
  answer: { messages: 20, length: 8000 },
  summary: { messages: 60, length: 12_000 },
} as const satisfies Readonly<
  Record<DraftKind, { readonly messages: number; readonly length: number }>
>;
