import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useHistoryStep } from './use-history-step.ts';

/** What lies over a page and has no step in history of its own. */
const LAYERS = ':popover-open, dialog[open]:not([data-has-step])';

/** Wider pages have keys and a place beside a layer; a phone has Back. */
const PHONE = '(width < 48.0625rem)';

const topLayer = () => [...document.querySelectorAll<HTMLElement>(LAYERS)].at(-1);

function closeLayer(layer: HTMLElement | undefined): void {
  if (layer instanceof HTMLDialogElement) layer.close();
  else layer?.hidePopover();
}

/** On a phone Back closes the menu or dialog that lies over the page, whichever it is, before it leaves the page. */
export function useLayerStep(): void {
  const step = useHistoryStep('layer');
  const { key } = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  /** Closed otherwise than by Back, so that there is nothing left for Back to close. */
  const isClosing = useRef(false);
  const follow = useEffectEvent(() => {
    // What is being gone to takes the place of the step, or is found below it later.
    if (isNavigating || isClosing.current) return;
    const isWanted = topLayer() !== undefined;
    if (isWanted && !step.isOpen && matchMedia(PHONE).matches) step.open();
    if (isWanted || !step.isOpen) return;
    isClosing.current = true;
    step.close();
  });
  const wasOpen = useRef(false);
  const settle = useEffectEvent((isOpen: boolean) => {
    if (wasOpen.current && !isOpen && !isClosing.current) closeLayer(topLayer());
    if (!isOpen) isClosing.current = false;
    wasOpen.current = isOpen;
    follow();
  });
  const resume = useEffectEvent(() => step.resume());
  useEffect(() => settle(step.isOpen), [step.isOpen]);
  useEffect(() => resume(), [key]);
  useEffect(() => follow(), [key, isNavigating]);
  useEffect(() => {
    // One closes and another opens in its place: what counts is how it is afterwards.
    const onToggle = () => setTimeout(() => follow());
    const events = ['toggle', 'close'];
    for (const event of events) document.addEventListener(event, onToggle, { capture: true });
    return () => {
      for (const event of events) document.removeEventListener(event, onToggle, { capture: true });
    };
  }, []);
}
