import type { DeskWords } from './chat-words.ts';
import type { ViewCounts } from './entry-state.ts';
import type { WaitRules } from './waiting.ts';

/** Holds the server's counts for the dashboard, independent of the loaded lists. */
export interface Figures {
  /** The agent's current role, which decides the permissions. */
  readonly role: string;
  readonly counts: ViewCounts;
  /** The number of waiting entries in the queue; 0 for agents who do not see the queue. */
  readonly queueWaiting: number;
  readonly unread: number;
  readonly waitRules: WaitRules;
  readonly words: DeskWords;
}
