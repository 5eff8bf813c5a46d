import type { DraftKind } from './draft.ts';

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
