import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The time covers all turns of service-group.css plus a margin. */
const TURNS_TAKE_MS = 3000;

/**
 * Lays out every card of the overview before a scroll to an anchor or a restored scroll position, because estimated
 * heights would miss the target. At the top of a newly loaded page it waits for the turns, because laying out
 * everything at once would block the main thread of a phone.
 */
export function useLaidOut(): void {
  const { key } = useLocation();
  const isTakenOver = useSyncExternalStore(neverChanges, onceReactHasIt, asServed);
  const [firstKey] = useState(isTakenOver ? key : undefined);
  useLayoutEffect(() => {
    if (key !== firstKey || window.scrollY > 0) {
      layOut();
      return undefined;
    }
    const timer = setTimeout(layOut, TURNS_TAKE_MS);
    return () => {
      clearTimeout(timer);
      layOut();
    };
  }, [key, firstKey]);
}

function layOut(): void {
  document.documentElement.dataset.laidOut = '';
}

const neverChanges = () => () => {};
const asServed = () => true;
const onceReactHasIt = () => false;
