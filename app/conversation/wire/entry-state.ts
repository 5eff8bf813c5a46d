/** Where an entry stands: as its most urgent conversation does, the most urgent first (DECISIONS 30). */
export const ENTRY_STATES = ['waiting', 'open', 'snoozed', 'resolved'] as const;

export type EntryState = (typeof ENTRY_STATES)[number];

/** The views of the list, in their order; a waiting entry is in two of them. */
export const INBOX_VIEWS = ['open', 'waiting', 'snoozed', 'resolved'] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

/** What stands in each, for the screen and for the database alike. */
export const VIEW_STATES: Readonly<Record<InboxView, readonly EntryState[]>> = {
  open: ['waiting', 'open'],
  waiting: ['waiting'],
  snoozed: ['snoozed'],
  resolved: ['resolved'],
};

export function isInView(view: InboxView, state: EntryState): boolean {
  return VIEW_STATES[view].includes(state);
}

/** How many entries stand in each view. */
export type ViewCounts = Readonly<Record<InboxView, number>>;

/** Counting further would cost more than the number is worth: what is shown then is '10,000+'. */
export const COUNTED_TO = 10_000;

/** 'Longest waiting' or the newest first; what does not wait follows those that do. */
export const INBOX_ORDERS = ['newest', 'longest-waiting'] as const;

export type InboxOrder = (typeof INBOX_ORDERS)[number];
