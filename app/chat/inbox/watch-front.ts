/** After this time without input, nobody is assumed to look at the tab. */
export const IDLE_AFTER_MS = 5 * 60_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

export interface FrontWatch {
  readonly isInFront: boolean;
  stop(): void;
}

/**
 * Calls `tell` when this tab comes to the front, and when it is hidden or idle. An agent with the dashboard
 * in front needs no push notifications about the same events.
 */
export function watchFront(page: Page, tell: (isInFront: boolean) => void): FrontWatch {
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let isInFront = false;

  function set(next: boolean): void {
    if (next === isInFront) return;
    isInFront = next;
    tell(next);
  }

  function look(): void {
    clearTimeout(idleTimer);
    const isVisible = page.visibilityState === 'visible';
    if (isVisible) idleTimer = setTimeout(() => set(false), IDLE_AFTER_MS);
    set(isVisible);
  }

  page.addEventListener('visibilitychange', look);
  for (const touch of TOUCHES) page.addEventListener(touch, look, { passive: true });
  look();
  return {
    get isInFront() {
      return isInFront;
    },
    stop() {
      clearTimeout(idleTimer);
      page.removeEventListener('visibilitychange', look);
      for (const touch of TOUCHES) page.removeEventListener(touch, look);
    },
  };
}
