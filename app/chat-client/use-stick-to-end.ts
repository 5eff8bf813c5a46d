import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { isNearEnd, whereScrolledBack } from './stick-to-end.ts';

interface LogContent {
  /** What the log is about; another one is shown from its end. */
  readonly subject: unknown;
  /** Shown from its beginning instead, and left there. */
  readonly isReadFromTop?: boolean;
  readonly first?: string | undefined;
  readonly count: number;
  /** Names what this person has just written: it is gone to. */
  readonly own?: string | undefined;
  /** Whatever else changes the height when it changes. */
  readonly list?: unknown;
  readonly signs?: unknown;
}

/**
 * Keeps the newest in view while somebody reads along or writes; whoever has scrolled back is left
 * alone and told that there is more.
 */
export function useStickToEnd(content: LogContent) {
  const { subject, isReadFromTop = false, first, count, own, list, signs } = content;
  const log = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const before = useRef({ first, count, height: 0 });
  const [hasMore, setHasMore] = useState(false);

  function toEnd() {
    const box = log.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
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
    // A keyboard that opens, or a composer that grows, must not push the newest out of view; and
    // rows out of sight have an estimated height until they are laid out.
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
    isNear.current = isNearEnd(box);
    if (isNear.current) setHasMore(false);
  }

  /** Something further up was asked for: it stays in view. */
  const leaveEnd = useCallback(() => {
    isNear.current = false;
  }, []);

  return { log, hasMore, onScroll, toEnd, leaveEnd };
}
