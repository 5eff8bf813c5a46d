import { getJson } from '../../platform/api-client.ts';
import type { ViewList } from './inbox-views.ts';

/**
 * What is unread in all own conversations. A list that is loaded to its end says so itself; of one
 * that goes on the server's count is shown, since hints about visitors further down say only that
 * something changed.
 */
export function unreadIn(mine: ViewList, counted: number): number {
  return mine.hasMore
    ? counted
    : mine.entries.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}

export interface UnreadTotalOptions {
  /** Asks the server; a test answers itself. */
  readonly read?: () => Promise<number>;
  onCounted(total: number): void;
  onError(error: unknown): void;
}

/**
 * Keeps the server's count true: asked after every hint, one question at a time. A hint that comes
 * while one is under way may not be in its answer, so it is asked once more.
 */
export class UnreadTotal {
  readonly #options: UnreadTotalOptions;
  #isAsking = false;
  #isStale = false;

  constructor(options: UnreadTotalOptions) {
    this.#options = options;
  }

  async ask(): Promise<void> {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#options.onCounted(await (this.#options.read ?? readUnread)());
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isAsking = false;
    }
  }
}

async function readUnread(): Promise<number> {
  return (await getJson<{ unread: number }>('/agentchat/unread')).unread;
}
