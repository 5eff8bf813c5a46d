import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** When the last group of services has had its turn (service-group.css), and a good part of a second more. */
const TURNS_TAKE_MS = 3000;

/**
 * Sees to it that every card of the overview is laid out before anybody glides to a part or comes back to where they
 * were: nothing on the way may be estimated. Whoever is still at the top of the page that they came to needs it no
 * sooner than the groups take turns: all at once they would keep a telephone from answering.
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
/** True only while React takes over what a server has rendered. */
const asServed = () => true;
const onceReactHasIt = () => false;
