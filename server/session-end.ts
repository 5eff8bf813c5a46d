import type { Timers } from '../app/platform/clock.ts';

/** The session is read again this long before its known end, because it may have been extended. */
const ASK_BEFORE_MS = 2_000;
const LONGEST_MS = 2 ** 31 - 1;

export interface EndOfSession {
  readonly expiresAt: Date;
  /**
   * Returns the current end of the session; undefined when it has ended. Must not extend the
   * session.
   */
  readonly readExpiry: () => Promise<Date | undefined>;
  readonly end: () => void;
  readonly timers: Timers;
}

/**
 * Calls `end` when a session expires, so that its socket hears nothing afterwards. The returned
 * function cancels the call.
 */
export function atEndOfSession({ expiresAt, readExpiry, end, timers }: EndOfSession): () => void {
  let callOff = () => {};
  let isOver = false;

  function arm(expiry: Date): void {
    const left = expiry.getTime() - Date.now();
    if (left > ASK_BEFORE_MS) {
      callOff = timers.after(Math.min(left - ASK_BEFORE_MS, LONGEST_MS), () => void ask(expiry));
    } else {
      callOff = timers.after(Math.max(0, left), end);
    }
  }

  async function ask(known: Date): Promise<void> {
    // Without an answer, the session ends at its known time.
    callOff = timers.after(Math.max(0, known.getTime() - Date.now()), end);
    const expiry = await readExpiry().catch(() => known);
    if (isOver) return;
    callOff();
    if (expiry) arm(expiry);
    else end();
  }

  arm(expiresAt);
  return () => {
    isOver = true;
    callOff();
  };
}
