/** What the dashboard is given by what stands around it. */
export interface DeskContext {
  /** New chats go to others. */
  readonly isAway: boolean;
  /** Tells the badge at the inbox what the dashboard has counted. */
  readonly setUnread: (unread: number) => void;
  readonly showShortcuts: () => void;
}
