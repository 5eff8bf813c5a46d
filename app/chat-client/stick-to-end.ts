/** A log as its element describes itself, in pixels. */
export interface LogBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** What was shown when the log was looked at last. */
export interface Shown {
  /** Names the oldest; another one means that an earlier page came in above. */
  readonly first: string | undefined;
  readonly count: number;
}

/** SPEC §9: new messages scroll the log only when its end is this near. */
const NEAR_PX = 100;

export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: LogBox): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
}

/**
 * What a log does for somebody who has scrolled back when it has changed: 'more' tells of what came
 * below, a number is where to scroll, so that an earlier page above moves nothing. Null leaves it.
 */
export function whereScrolledBack(
  before: Shown & { readonly height: number },
  now: Shown,
  { scrollTop, scrollHeight }: LogBox,
): 'more' | number | null {
  if (now.first !== before.first) {
    // Further down the browser itself holds on to what is in sight.
    return scrollTop < NEAR_PX ? scrollTop + scrollHeight - before.height : null;
  }
  return now.count > before.count ? 'more' : null;
}
