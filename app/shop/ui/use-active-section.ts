import { useCallback, useEffect, useRef, useState } from 'react';

/** rule 32 sets these values. */
const OFFSET_PX = 100;
const LOCK_MS = 500;

/**
 * Returns the id of the section at the scroll position: the last one whose top has passed the offset, or the first
 * of `ids` above all sections. A choice in the menu stays highlighted for half a second while the page scrolls.
 */
export function useActiveSection(
  ids: readonly string[],
): readonly [active: string, choose: (id: string) => void] {
  const [active, setActive] = useState(ids[0] ?? '');
  const lockedUntil = useRef(0);

  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      if (performance.now() < lockedUntil.current) return;
      const passed = ids.filter((id) => (topOf(id) ?? Infinity) <= OFFSET_PX);
      setActive(passed.at(-1) ?? ids[0] ?? '');
    };
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    read();
    window.addEventListener('scroll', readSoon, { passive: true });
    window.addEventListener('resize', readSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', readSoon);
      window.removeEventListener('resize', readSoon);
    };
  }, [ids]);

  const choose = useCallback((id: string) => {
    lockedUntil.current = performance.now() + LOCK_MS;
    setActive(id);
  }, []);

  return [active, choose];
}

function topOf(id: string): number | undefined {
  return document.getElementById(id)?.getBoundingClientRect().top;
}
