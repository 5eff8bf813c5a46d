/** The scroll metrics of a log element, in pixels. */
export interface LogBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

export interface Shown {
  /** The key of the oldest item; a different key means that an earlier page was inserted above. */
  readonly first: string | undefined;
  readonly count: number;
}

/** rule 161: new messages scroll the log only when its end is this near. */
const NEAR_PX = 100;

export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: LogBox): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
}

/**
 * Decides what a log does when it changes while the reader has scrolled back. 'more' announces new messages
 * below; a number is a scroll position that keeps the view still after an earlier page was inserted; null
 * changes nothing.
 */
export function whereScrolledBack(
  before: Shown & { readonly height: number },
  now: Shown,
  { scrollTop, scrollHeight }: LogBox,
): 'more' | number | null {
  if (now.first !== before.first) {
    // Further down the browser's own scroll anchoring keeps the view still.
    return scrollTop < NEAR_PX ? scrollTop + scrollHeight - before.height : null;
  }
  return now.count > before.count ? 'more' : null;
}
