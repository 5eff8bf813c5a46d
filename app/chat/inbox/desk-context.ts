export interface DeskContext {
  /** New chats are assigned to other agents. */
  readonly isAway: boolean;
  /** Passes the count to the badge of the inbox in the navigation. */
  readonly setUnread: (unread: number) => void;
  readonly showShortcuts: () => void;
}
