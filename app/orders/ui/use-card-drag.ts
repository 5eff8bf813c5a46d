import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { isComposing } from '../../ui/is-composing.ts';
import { ORDER_STATES, type OrderState } from '../protocol/transitions.ts';

interface Dragged {
  readonly number: string;
  readonly x: number;
  readonly y: number;
  readonly over: OrderState | undefined;
}

/** A shorter movement is a click. */
const DISTANCE = 6;
/** The board scrolls while the pointer is near one of its ends. */
const EDGE = 48;
const SCROLL = 14;

/**
 * Drags a card with a mouse or a pen and reports the column where it was dropped. A finger scrolls the board instead,
 * and moves cards with their button.
 */
export function useCardDrag(
  scroller: RefObject<HTMLElement | null>,
  onDrop: (number: string, to: OrderState) => void,
) {
  const [pressed, setPressed] = useState<{ number: string; x: number; y: number }>();
  const [dragged, setDragged] = useState<Dragged>();
  const latest = useRef({ dragged, onDrop });
  useEffect(() => {
    latest.current = { dragged, onDrop };
  });

  useEffect(() => {
    if (!pressed) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => {
      setPressed(undefined);
      setDragged(undefined);
    };
    const follow = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      const isDrag = latest.current.dragged || Math.hypot(x - pressed.x, y - pressed.y) >= DISTANCE;
      if (!isDrag) return;
      const box = scroller.current?.getBoundingClientRect();
      if (box && x > box.right - EDGE) scroller.current?.scrollBy(SCROLL, 0);
      if (box && x < box.left + EDGE) scroller.current?.scrollBy(-SCROLL, 0);
      const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]');
      const over = ORDER_STATES.find((state) => state === column?.dataset.column);
      setDragged({ number: pressed.number, x, y, over });
    };
    const drop = () => {
      const { dragged: now, onDrop: report } = latest.current;
      if (now) {
        // The click that follows would open the order.
        window.addEventListener(
          'click',
          (event) => {
            event.preventDefault();
            event.stopPropagation();
          },
          { capture: true, once: true, signal: AbortSignal.timeout(50) },
        );
        if (now.over) report(now.number, now.over);
      }
      end();
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener(
      'keydown',
      (event) => !isComposing(event) && event.key === 'Escape' && end(),
      { signal },
    );
    return () => ending.abort();
  }, [pressed, scroller]);

  return {
    dragged,
    begin(event: PointerEvent<HTMLElement>, number: string) {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      if ((event.target as Element).closest('button')) return;
      setPressed({ number, x: event.clientX, y: event.clientY });
    },
  };
}
