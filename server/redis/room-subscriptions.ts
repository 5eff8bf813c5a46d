import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Redis } from './connection.ts';

const PAUSE_AFTER_FAILURE_MS = 200;

/**
 * Keeps this process subscribed to the rooms with local sockets. Changes in the same turn of the
 * event loop, or while Redis is busy, become one command.
 */
export class RoomSubscriptions {
  readonly #redis: Redis;
  readonly #isWanted: (room: string) => boolean;
  readonly #listener: (payload: Buffer) => void;
  readonly #heard = new Set<string>();
  #changed = new Set<string>();
  #coming: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    redis: Redis,
    isWanted: (room: string) => boolean,
    listener: (payload: Buffer) => void,
  ) {
    this.#redis = redis;
    this.#isWanted = isWanted;
    this.#listener = listener;
  }

  hears(room: string): boolean {
    return this.#heard.has(room);
  }

  /** Updates the subscriptions of these rooms; resolves when Redis has acknowledged them. */
  look(rooms: Iterable<string>): Promise<void> {
    for (const room of rooms) this.#changed.add(room);
    this.#coming ??= this.#comeRound();
    return this.#coming;
  }

  /** Resolves when Redis has acknowledged all earlier changes. */
  settled(): Promise<void> {
    return this.#coming ?? this.#last;
  }

  async #comeRound(): Promise<void> {
    await Promise.all([this.#last, setImmediate()]);
    const changed = this.#changed;
    this.#changed = new Set();
    this.#coming = undefined;
    this.#last = this.#settle([...changed]);
    await this.#last;
  }

  async #settle(rooms: readonly string[]): Promise<void> {
    const { client, prefix } = this.#redis;
    const channels = (of: readonly string[]) => of.map((room) => roomChannel(prefix, room));
    for (;;) {
      const come = rooms.filter((room) => this.#isWanted(room) && !this.#heard.has(room));
      const gone = rooms.filter((room) => !this.#isWanted(room) && this.#heard.has(room));
      // A socket that joins from now on must wait for a new subscription.
      for (const room of gone) this.#heard.delete(room);
      try {
        if (come.length > 0) await client.subscribe(channels(come), this.#listener, true);
        for (const room of come) this.#heard.add(room);
        if (gone.length > 0) await client.unsubscribe(channels(gone), this.#listener, true);
        return;
      } catch {
        if (!client.isOpen) return;
        // The connection was lost; the next one restores all earlier subscriptions.
        for (const room of gone) this.#heard.add(room);
        await setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
      }
    }
  }
}

export function roomChannel(prefix: string, room: string): string {
  return `${prefix}room:${room}`;
}
