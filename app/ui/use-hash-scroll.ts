import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** SPEC §9: a page gets this long to settle before it scrolls to the address's hash. */
const DELAY_MS = 100;

/**
 * Scrolls smoothly to what the address's hash names: on the page it is on, or, after going to
 * another page, from that page's top. Going back and forward is the router's: it restores.
 */
export function useHashScroll(): void {
  const { hash, key, pathname } = useLocation();
  const navigation = useNavigationType();
  const shownPath = useRef<string>(null);

  useLayoutEffect(() => {
    const isFirst = shownPath.current === null;
    const isOtherPage = !isFirst && shownPath.current !== pathname;
    shownPath.current = pathname;
    if (hash === '') return undefined;
    // The browser has gone there long ago, and the reader may have gone elsewhere since.
    if (isFirst || navigation === NavigationType.Pop) return undefined;

    if (isOtherPage) window.scrollTo({ top: 0, behavior: 'instant' });
    const root = document.documentElement;
    const behavior = preferredScrollBehavior();
    // The router jumps to the hash right after this; let it glide instead.
    root.style.scrollBehavior = behavior;
    const timer = setTimeout(() => {
      root.style.scrollBehavior = '';
      document.getElementById(decode(hash.slice(1)))?.scrollIntoView({ behavior });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      root.style.scrollBehavior = '';
    };
  }, [hash, key, navigation, pathname]);
}

/** Smooth, unless the reader asked for less motion. */
export function preferredScrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
