import type { PresenceEvent } from '../protocol/events.ts';
import type { ThreadView } from '../protocol/views.ts';

/**
 * Merges presence from requests and hints: a request that started before a hint must not override it, and a
 * hint that arrives before the response is not lost.
 */
export class VisitorPresence {
  readonly #told: PresenceEvent[] = [];
  #readings = 0;

  hint(event: PresenceEvent): void {
    if (this.#readings > 0) this.#told.push(event);
  }

  /** Loads a conversation; presence hints received meanwhile override its presence. */
  async read(read: () => Promise<ThreadView>): Promise<ThreadView> {
    const from = this.#told.length;
    this.#readings += 1;
    try {
      const thread = await read();
      const ids = new Set(thread.conversations.map(({ id }) => id));
      const last = this.#told.slice(from).findLast(({ conversationId }) => ids.has(conversationId));
      return last ? { ...thread, isVisitorOnline: last.isOnline } : thread;
    } finally {
      this.#readings -= 1;
      if (this.#readings === 0) this.#told.length = 0;
    }
  }
}
