import { useEffect, useLayoutEffect } from 'react';
import { LISTENS, TAKES_OVER } from './hand-over-events.ts';

/** Tells the first script (app/entry.first.tsx) that React has hydrated the page. Call this in the root component. */
export function useHandOver(): void {
  useLayoutEffect(() => void window.dispatchEvent(new Event(TAKES_OVER)), []);
  useEffect(() => void window.dispatchEvent(new Event(LISTENS)), []);
}
