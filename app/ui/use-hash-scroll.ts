import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** rule 16: the page has this long to settle before it scrolls to the hash. */
const DELAY_MS = 100;
/** Every picture transition has ended by then. */
const TRAVEL_MS = 1000;

/** Marks a link whose picture moves to the banner that the hash names, by a view transition. */
export type PictureState = { readonly isPicturePending: true } | null;

/**
 * Scrolls smoothly to the target of the URL's hash. A new page starts at its top, or jumps if a picture
 * transition leads to the target. The router restores positions for Back and Forward.
 */
export function useHashScroll(): void {
  const { hash, key, pathname, state } = useLocation();
  const navigation = useNavigationType();
  const shownPath = useRef<string>(null);

  useLayoutEffect(() => {
    const isFirst = shownPath.current === null;
    const isOtherPage = !isFirst && shownPath.current !== pathname;
    shownPath.current = pathname;
    if (hash === '') return undefined;
    // The browser has already scrolled there, and the reader may have moved on since.
    if (isFirst || navigation === NavigationType.Pop) return undefined;

    const sought = document.getElementById(decode(hash.slice(1)));
    if (sought && isOtherPage && (state as PictureState)?.isPicturePending) {
      sought.dataset.sought = '';
      sought.scrollIntoView({ behavior: 'instant' });
      const arrived = setTimeout(() => delete sought.dataset.sought, TRAVEL_MS);
      return () => {
        clearTimeout(arrived);
        delete sought.dataset.sought;
      };
    }
    if (isOtherPage) window.scrollTo({ top: 0, behavior: 'instant' });
    const root = document.documentElement;
    const behavior = preferredScrollBehavior();
    // The router jumps to the hash right after this; the style makes that jump smooth.
    root.style.scrollBehavior = behavior;
    const timer = setTimeout(() => {
      root.style.scrollBehavior = '';
      document.getElementById(decode(hash.slice(1)))?.scrollIntoView({ behavior });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      root.style.scrollBehavior = '';
    };
  }, [hash, key, navigation, pathname, state]);
}

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
