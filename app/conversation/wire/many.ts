import type { TransferTarget } from './views.ts';

/**
 * What is done with several visitors in one request: so many at once. Few enough that a busy server
 * has answered before anybody gives it up, and that one sees it go on.
 */
export const MANY_AT_MOST = 25;

/** Whoever selects more sends several requests, one after the other. */
export const SELECTED_AT_MOST = 500;

/** A visitor as whoever selected them saw them. */
export interface Selected {
  readonly id: string;
  /** Who had them. */
  readonly agentId: string | null;
}

export type ManyAction =
  | { readonly kind: 'resolve' }
  /** Takes resolving back, of what was completed. */
  | { readonly kind: 'reopen'; readonly completed: readonly string[] }
  | { readonly kind: 'snooze'; readonly until: Date | null }
  | { readonly kind: 'take' }
  | { readonly kind: 'assign'; readonly to: TransferTarget }
  | { readonly kind: 'label'; readonly labelId: string; readonly isOn: boolean };

/** What came of it: each visitor is in one of the two. */
export interface ManyOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly visitorId: string; readonly why: string }[];
  /** Conversations that were completed, to take it back. */
  readonly completed: readonly string[];
}
