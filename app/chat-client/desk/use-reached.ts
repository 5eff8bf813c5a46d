import { useEffect, useRef, type RefObject } from 'react';

/** Says when what carries the ref scrolls into sight. */
export function useReached<Element extends HTMLElement>(
  onReached: () => void,
): RefObject<Element | null> {
  const mark = useRef<Element>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached());
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onReached]);
  return mark;
}
