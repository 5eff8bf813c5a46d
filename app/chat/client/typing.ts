import type { Timers } from '../../platform/clock.ts';
import type { MessageView } from '../protocol/views.ts';

const SHOWN_MS = 4000;
const TOLD_EVERY_MS = 2000;

export class OwnTyping {
  #toldOf = '';
  #toldAt = 0;

  /** True at the first letter of each message, then at most every two seconds. */
  isDue(clientId: string, now: Date): boolean {
    const isTold = clientId === this.#toldOf && now.getTime() - this.#toldAt < TOLD_EVERY_MS;
    if (isTold) return false;
    this.#toldOf = clientId;
    this.#toldAt = now.getTime();
    return true;
  }
}

/**
 * Tracks if the other side is typing. The state ends when the announced message arrives, or four seconds
 * after the last event. An earlier, slower message does not end it.
 */
export class TypingOfOthers {
  readonly #timers: Timers;
  readonly #onChange: (isTyping: boolean) => void;
  #clientId: string | undefined;
  #cancel: (() => void) | undefined;

  constructor(timers: Timers, onChange: (isTyping: boolean) => void) {
    this.#timers = timers;
    this.#onChange = onChange;
  }

  /**
   * `clientId` identifies the message being written; clients of the previous release send none. If that
   * message is already in `saved`, the event is outdated and ignored.
   */
  announced(clientId: string | undefined, saved: readonly MessageView[]): void {
    if (saved.some((message) => message.clientId === clientId)) return;
    this.#clientId = clientId;
    this.#cancel?.();
    this.#cancel = this.#timers.after(SHOWN_MS, () => this.#end());
    this.#onChange(true);
  }

  arrived({ clientId }: MessageView): void {
    if (!this.#cancel) return;
    if (this.#clientId === undefined || this.#clientId === clientId) this.#end();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #end(): void {
    this.close();
    this.#onChange(false);
  }
}
