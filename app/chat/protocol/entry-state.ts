/**
 * The status of an inbox entry is that of its most urgent conversation. The list begins with the most urgent
 * status (rule 149).
 */
export const ENTRY_STATES = ['waiting', 'open', 'snoozed', 'resolved'] as const;

export type EntryState = (typeof ENTRY_STATES)[number];

/** The views of the inbox in display order. A waiting entry is in two of them. */
export const INBOX_VIEWS = ['open', 'waiting', 'snoozed', 'resolved'] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

export const VIEW_STATES: Readonly<Record<InboxView, readonly EntryState[]>> = {
  open: ['waiting', 'open'],
  waiting: ['waiting'],
  snoozed: ['snoozed'],
  resolved: ['resolved'],
};

export function isInView(view: InboxView, state: EntryState): boolean {
  return VIEW_STATES[view].includes(state);
}

export type ViewCounts = Readonly<Record<InboxView, number>>;

/** Counting stops here, because a larger number is not worth the cost. The inbox then shows '10,000+'. */
export const COUNTED_TO = 10_000;

/** 'longest-waiting' lists waiting entries first and all others behind them. */
export const INBOX_ORDERS = ['newest', 'longest-waiting'] as const;

export type InboxOrder = (typeof INBOX_ORDERS)[number];
