/** What a model drafts: an answer for the visitor, or a summary for whoever has them next. */
export const DRAFT_KINDS = ['answer', 'summary'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

export const DRAFT_STATES = ['drafting', 'ready', 'failed', 'stopped'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** What became of one that was ready. */
export const DRAFT_OUTCOMES = ['taken', 'edited', 'dropped'] as const;
export type DraftOutcome = (typeof DRAFT_OUTCOMES)[number];

export const SOURCE_KINDS = ['service', 'offer', 'policy', 'reply', 'contact'] as const;

/** What a draft rests on. */
export interface DraftSource {
  /** As the model was given it. */
  readonly number: number;
  readonly kind: (typeof SOURCE_KINDS)[number];
  readonly title: string;
  /** Where it can be read, on this site. */
  readonly path: string;
}

/** A draft as its agent sees it. */
export interface DraftView {
  readonly id: string;
  readonly kind: DraftKind;
  readonly state: DraftState;
  /** Once it is ready, and until it was sent or dropped. */
  readonly text: string | null;
  readonly sources: readonly DraftSource[];
  /** What does not stand in its sources, in sentences: to be read before it is used. */
  readonly warnings: readonly string[];
  /** Up to which message of the conversation it was read. */
  readonly upTo: number;
  /** Why there is none, and what to do. */
  readonly problem: string | null;
}
