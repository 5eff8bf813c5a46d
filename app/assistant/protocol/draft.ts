/** An answer goes to the visitor; a summary goes to the next agent. */
export const DRAFT_KINDS = ['answer', 'summary'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

export const DRAFT_STATES = ['drafting', 'ready', 'failed', 'stopped'] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

export const DRAFT_OUTCOMES = ['taken', 'edited', 'dropped'] as const;
export type DraftOutcome = (typeof DRAFT_OUTCOMES)[number];

export const SOURCE_KINDS = ['service', 'offer', 'policy', 'reply', 'contact'] as const;

export interface DraftSource {
  readonly number: number;
  readonly kind: (typeof SOURCE_KINDS)[number];
  readonly title: string;
  readonly path: string;
}

export interface DraftView {
  readonly id: string;
  readonly kind: DraftKind;
  readonly state: DraftState;
  /** Null until the draft is ready, and again after the draft is sent or dropped. */
  readonly text: string | null;
  readonly sources: readonly DraftSource[];
  /**
   * Sentences about claims that the sources do not support. The agent should read them before using the
   * draft.
   */
  readonly warnings: readonly string[];
  /** The number of the last message that the draft took into account. */
  readonly upTo: number;
  readonly problem: string | null;
}

export interface DraftCounts {
  /** `agentId` and `agent` are null after the account was deleted. */
  readonly agentId: string | null;
  readonly agent: string | null;
  readonly kind: DraftKind;
  readonly asked: number;
  readonly taken: number;
  readonly edited: number;
  readonly dropped: number;
  readonly open: number;
  /** Drafts that were stopped or failed. */
  readonly without: number;
  readonly doubted: number;
}
