import { useEffect, useLayoutEffect } from 'react';
import { LISTENS, TAKES_OVER } from './hand-over-events.ts';

/** Tells the page's first script (app/entry.first.tsx) that React has come. At the root of the page. */
export function useHandOver(): void {
  useLayoutEffect(() => void window.dispatchEvent(new Event(TAKES_OVER)), []);
  useEffect(() => void window.dispatchEvent(new Event(LISTENS)), []);
}
