import type { PresenceEvent } from '../../conversation/wire/events.ts';
import type { ThreadView } from '../../conversation/wire/views.ts';

/**
 * Whether visitors are there, between what was read and what was told meanwhile: a reading that
 * began before a hint must not undo it, and a hint that came before the thread is not lost.
 */
export class VisitorPresence {
  readonly #told: PresenceEvent[] = [];
  #readings = 0;

  hint(event: PresenceEvent): void {
    if (this.#readings > 0) this.#told.push(event);
  }

  /** Reads a thread; in what it says, whatever was told since counts. */
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
