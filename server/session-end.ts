import type { Timers } from '../app/platform/timers.ts';

/** A session may have been prolonged since it was last read: it is asked again this long before. */
const ASK_BEFORE_MS = 2_000;
/** The longest time timers can count. */
const LONGEST_MS = 2 ** 31 - 1;

export interface EndOfSession {
  readonly expiresAt: Date;
  /** When it ends by now; undefined when it has ended. Asking must not prolong it. */
  readonly readExpiry: () => Promise<Date | undefined>;
  readonly end: () => void;
  readonly timers: Timers;
}

/**
 * Calls `end` at the moment a session expires, so that its socket hears nothing afterwards. The
 * function returned calls it off.
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
    // Without an answer it ends when it was going to.
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
