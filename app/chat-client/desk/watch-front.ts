/** Where nothing was touched for so long, the tab is in sight of an empty chair. */
export const IDLE_AFTER_MS = 5 * 60_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

export interface FrontWatch {
  /** Whether the tab is in front of somebody now. */
  readonly isInFront: boolean;
  stop(): void;
}

/**
 * Calls `tell` when this tab comes in front of somebody and when it does no longer: hidden, or left
 * alone. Who has the dashboard in front needs no push of what it shows.
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
