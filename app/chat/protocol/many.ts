import type { TransferTarget } from './views.ts';

/**
 * The limit on visitors per bulk request. A busy server still answers such a request before the client gives
 * up, and the user sees progress between requests.
 */
export const MANY_AT_MOST = 25;

/** The client splits a larger selection into several consecutive requests. */
export const SELECTED_AT_MOST = 500;

export interface Selected {
  readonly id: string;
  /** The agent at the time of the selection. */
  readonly agentId: string | null;
}

export type ManyAction =
  | { readonly kind: 'resolve' }
  | { readonly kind: 'reopen'; readonly completed: readonly string[] }
  | { readonly kind: 'snooze'; readonly until: Date | null }
  | { readonly kind: 'take' }
  | { readonly kind: 'assign'; readonly to: TransferTarget }
  | { readonly kind: 'label'; readonly labelId: string; readonly isOn: boolean };

/** Each visitor is in exactly one of `done` and `refused`. */
export interface ManyOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly visitorId: string; readonly why: string }[];
  readonly completed: readonly string[];
}
