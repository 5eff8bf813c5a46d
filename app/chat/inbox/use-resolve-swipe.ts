import { useRef, useState, type PointerEvent } from 'react';

/** Swipes from the screen edges belong to the system, which uses them for Back. */
export const EDGE_PX = 28;
/** A shorter movement may be a tap or the start of scrolling. */
const BEGINS_PX = 12;
/** The share of the row's width that triggers the action. */
const MEANT = 0.35;

const CLICK_MS = 300;

interface Swipe {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  isSideways: boolean;
}

/**
 * Calls `onSwiped` when a row is swiped far enough to the left by touch. Vertical scrolling stays with the
 * browser (`touch-action: pan-y`); mouse and pen are ignored.
 */
export function useResolveSwipe(onSwiped: (() => void) | undefined) {
  const swipe = useRef<Swipe | null>(null);
  const wasSwipe = useRef(false);
  const [offset, setOffset] = useState(0);
  const [isMeant, setMeant] = useState(false);

  function end(event: PointerEvent<HTMLElement>, isCalledOff: boolean) {
    if (swipe.current?.id !== event.pointerId) return;
    swipe.current = null;
    setOffset(0);
    setMeant(false);
    // The click of this touch follows immediately; a later click is independent of the swipe.
    setTimeout(() => {
      if (!swipe.current) wasSwipe.current = false;
    }, CLICK_MS);
    if (isMeant && !isCalledOff) onSwiped?.();
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasSwipe.current = false;
      const { clientX: x, clientY: y, pointerId: id } = event;
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      if (x < EDGE_PX || x > window.innerWidth - EDGE_PX) return;
      swipe.current = { id, x, y, isSideways: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = swipe.current;
      if (begun?.id !== event.pointerId) return;
      const far = event.clientX - begun.x;
      if (!begun.isSideways) {
        const isDownwards = Math.abs(event.clientY - begun.y) > Math.abs(far);
        if (Math.abs(far) < BEGINS_PX && !isDownwards) return;
        if (isDownwards || far > 0) {
          swipe.current = null;
          return;
        }
        begun.isSideways = true;
        wasSwipe.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      setOffset(Math.min(far, 0));
      setMeant(-far > event.currentTarget.clientWidth * MEANT);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
  };
  return {
    offset,
    isMeant,
    wasSwipe: () => wasSwipe.current,
    handlers: onSwiped ? handlers : {},
  };
}
