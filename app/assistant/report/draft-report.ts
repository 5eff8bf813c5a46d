import type { DraftKind } from '../wire/draft.ts';

/** What became of the drafts that somebody asked for in a period. */
export interface DraftCounts {
  /** Null where the account is gone, as is the name. */
  readonly agentId: string | null;
  readonly agent: string | null;
  readonly kind: DraftKind;
  readonly asked: number;
  readonly taken: number;
  readonly edited: number;
  readonly dropped: number;
  /** Ready, and neither sent nor dropped yet. */
  readonly open: number;
  /** There was none: stopped, or the model failed. */
  readonly without: number;
  /** Of those that were ready, with something in doubt. */
  readonly doubted: number;
}
