import type { Timers } from '../platform/timers.ts';
import type { MessageView } from '../conversation/wire/views.ts';

const SHOWN_MS = 4000;
const TOLD_EVERY_MS = 2000;

/** When to tell the other side that somebody types here. */
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
 * Whether the other side types. That ends with the message that was announced, or four seconds after
 * the last letter; a message before it, which was slower than the announcement, does not end it.
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
   * `clientId` names the message being written; a client of the release before names none. One that
   * was overtaken by its message, which is among those that are saved, announces nothing.
   */
  announced(clientId: string | undefined, saved: readonly MessageView[]): void {
    if (saved.some((message) => message.clientId === clientId)) return;
    this.#clientId = clientId;
    this.#cancel?.();
    this.#cancel = this.#timers.after(SHOWN_MS, () => this.#end());
    this.#onChange(true);
  }

  /** A message of the other side is on the screen. */
  arrived({ clientId }: MessageView): void {
    if (!this.#cancel) return;
    if (this.#clientId === undefined || this.#clientId === clientId) this.#end();
  }

  /** Nobody looks any longer. */
  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #end(): void {
    this.close();
    this.#onChange(false);
  }
}
