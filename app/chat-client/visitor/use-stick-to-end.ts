import { useLayoutEffect, useRef, useState } from 'react';
import type { MessageList } from '../message-list.ts';
import type { Stage } from './chat-state.ts';

/** Who is this close to the end reads along. */
const NEAR_PX = 100;

/**
 * Keeps the newest in view while the visitor reads along or writes; whoever has scrolled back is
 * left alone and told that there is more.
 */
export function useStickToEnd(stage: Stage, list: MessageList, signs: string) {
  const log = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const [hasMore, setHasMore] = useState(false);
  const own = list.pending.at(-1)?.clientId;
  const last = list.saved.at(-1)?.number;

  function toEnd() {
    const box = log.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    isNear.current = true;
    setHasMore(false);
  }

  useLayoutEffect(() => {
    // The topics are read from their beginning, even where not all of them fit.
    if (stage === 'topic') {
      if (log.current) log.current.scrollTop = 0;
    } else toEnd();
  }, [stage]);
  useLayoutEffect(() => {
    if (own) toEnd();
  }, [own]);
  useLayoutEffect(() => {
    if (stage === 'topic') return;
    if (isNear.current) toEnd();
  }, [list, signs, stage]);
  useLayoutEffect(() => {
    if (last && !isNear.current) setHasMore(true);
  }, [last]);
  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return undefined;
    // A keyboard that opens, or a composer that grows, must not push the newest out of view.
    const watch = new ResizeObserver(() => {
      if (isNear.current && stage !== 'topic') toEnd();
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [stage]);

  function onScroll() {
    const box = log.current;
    if (!box) return;
    isNear.current = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
    if (isNear.current) setHasMore(false);
  }

  return { log, hasMore, onScroll, toEnd };
}
