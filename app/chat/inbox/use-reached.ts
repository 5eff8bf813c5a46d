import { useEffect, useRef, type RefObject } from 'react';

export function useReached<Element extends HTMLElement>(
  onReached: () => void,
): RefObject<Element | null> {
  const mark = useRef<Element>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([intersection]) => intersection?.isIntersecting && onReached(),
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onReached]);
  return mark;
}
