import { useRef, useState } from 'react';
import { wayOn } from './direction.ts';

/** rule 37: a shorter movement is accidental. */
export const SWIPE_THRESHOLD_PX = 50;

/** A click may move the pointer this far. */
const STILL_A_CLICK_PX = 6;

/** Returns -1 for the previous item, 1 for the next, and 0 below the threshold. */
export function swipeStep(distance: number): -1 | 0 | 1 {
  if (Math.abs(distance) < SWIPE_THRESHOLD_PX) return 0;
  return distance > 0 ? -1 : 1;
}

export function useSwipe(onStep: (by: -1 | 1) => void) {
  const start = useRef<{ id: number; x: number } | null>(null);
  const hasMoved = useRef(false);
  const [offset, setOffset] = useState(0);
  const [isSwiping, setSwiping] = useState(false);

  function finish(event: React.PointerEvent, isCancelled: boolean) {
    if (start.current?.id !== event.pointerId) return;
    const step = isCancelled ? 0 : swipeStep((event.clientX - start.current.x) * wayOn());
    start.current = null;
    setOffset(0);
    setSwiping(false);
    if (step !== 0) onStep(step);
  }

  return {
    offset,
    isSwiping,
    wasSwipe: () => hasMoved.current,
    handlers: {
      onPointerDown(event: React.PointerEvent) {
        // A second finger zooms.
        if (!event.isPrimary || event.button !== 0) return;
        start.current = { id: event.pointerId, x: event.clientX };
        hasMoved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
        setSwiping(true);
      },
      onPointerMove(event: React.PointerEvent) {
        if (start.current?.id !== event.pointerId) return;
        const distance = event.clientX - start.current.x;
        hasMoved.current ||= Math.abs(distance) > STILL_A_CLICK_PX;
        setOffset(distance);
      },
      onPointerUp: (event: React.PointerEvent) => finish(event, false),
      onPointerCancel: (event: React.PointerEvent) => finish(event, true),
    },
  };
}
