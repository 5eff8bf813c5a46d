import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** SPEC §9: a page gets this long to settle before it scrolls to the address's hash. */
const DELAY_MS = 100;
/** By then a picture has long arrived. */
const TRAVEL_MS = 1000;

/** Of a link whose picture travels to the banner that the hash names: that is the way there. */
export type PictureState = { readonly isPictureOnItsWay: true } | null;

/**
 * Scrolls smoothly to what the address's hash names: on the page it is on, or, after going to
 * another page, from that page's top, or where a picture travels there, with it. Going back and forward is the router's: it restores.
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
    // The browser has gone there long ago, and the reader may have gone elsewhere since.
    if (isFirst || navigation === NavigationType.Pop) return undefined;

    const sought = document.getElementById(decode(hash.slice(1)));
    if (sought && isOtherPage && (state as PictureState)?.isPictureOnItsWay) {
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
  }, [hash, key, navigation, pathname, state]);
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
