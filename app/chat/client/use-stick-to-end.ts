import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The scroll metrics of a log element, in pixels. */
interface LogBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

interface Shown {
  /** The key of the oldest item; a different key means that an earlier page was inserted above. */
  readonly first: string | undefined;
  readonly count: number;
}

/** rule 161: new messages scroll the log only when its end is this near. */
const NEAR_PX = 100;

interface LogContent {
  /** Identifies the log's content; a new subject is shown from its end. */
  readonly subject: unknown;
  /** Shows the log from its beginning and leaves the scroll position alone. */
  readonly isReadFromTop?: boolean;
  readonly first?: string | undefined;
  readonly count: number;
  /** Identifies the message just written here; the log scrolls to it. */
  readonly own?: string | undefined;
  readonly list?: unknown;
  readonly signs?: unknown;
}

/**
 * Keeps the newest message in view while the reader is near the end or writes. A reader who has scrolled back
 * is not moved and learns that there are new messages.
 */
export function useStickToEnd(content: LogContent) {
  const { subject, isReadFromTop = false, first, count, own, list, signs } = content;
  const log = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const lastTop = useRef(0);
  const before = useRef({ first, count, height: 0 });
  const [hasMore, setHasMore] = useState(false);

  function toEnd() {
    const box = log.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
    isNear.current = true;
    setHasMore(false);
  }

  useLayoutEffect(() => {
    if (!isReadFromTop) toEnd();
    else if (log.current) log.current.scrollTop = 0;
  }, [subject, isReadFromTop]);
  useLayoutEffect(() => {
    if (own) toEnd();
  }, [own]);
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (isNear.current) {
      if (!isReadFromTop) toEnd();
    } else {
      const where = whereScrolledBack(before.current, { first, count }, box);
      if (where === 'more') setHasMore(true);
      else if (where !== null) box.scrollTop = where;
    }
    before.current = { first, count, height: box.scrollHeight };
  }, [first, count, list, signs, subject, isReadFromTop]);
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return undefined;
    // An opening keyboard or a growing composer must not push the newest message out of view. Rows outside
    // the view have estimated heights until they are laid out.
    const watch = new ResizeObserver(() => {
      before.current.height = box.scrollHeight;
      if (isNear.current && !isReadFromTop) toEnd();
    });
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, [subject, isReadFromTop]);

  function onScroll() {
    const box = log.current;
    if (!box) return;
    isNear.current = staysNearEnd({ isNear: isNear.current, scrollTop: lastTop.current }, box);
    lastTop.current = box.scrollTop;
    if (isNear.current) setHasMore(false);
  }

  /** Keeps the view in place after the reader asked for something further up. */
  const leaveEnd = useCallback(() => {
    isNear.current = false;
  }, []);

  return { log, hasMore, onScroll, toEnd, leaveEnd };
}

export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: LogBox): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR_PX;
}

/**
 * Decides after a scroll event whether the log goes on following its end. A card that loads may move the end away before the
 * event of the log's own scrolling arrives, so only scrolling back ends it.
 */
export function staysNearEnd(
  before: { readonly isNear: boolean; readonly scrollTop: number },
  box: LogBox,
): boolean {
  return isNearEnd(box) || (before.isNear && box.scrollTop >= before.scrollTop);
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
