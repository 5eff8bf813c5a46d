import { useRef, useState } from 'react';
import { wayOn } from './direction.ts';

/** SPEC §9: a shorter way is a slip of the finger. */
export const SWIPE_THRESHOLD_PX = 50;

/** Hands are not steady. */
const STILL_A_CLICK_PX = 6;

/** -1 to the one before, 1 to the next, 0 when the finger moved less than the threshold. */
export function swipeStep(distance: number): -1 | 0 | 1 {
  if (Math.abs(distance) < SWIPE_THRESHOLD_PX) return 0;
  return distance > 0 ? -1 : 1;
}

/** Follows a pointer sideways and turns the way it went into a step. */
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
    /** Whether the click that is being handled ends a swipe. */
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
