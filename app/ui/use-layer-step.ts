import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useHistoryStep } from './use-history-step.ts';

/** Layers that have no history entry of their own. */
const LAYERS = ':popover-open, dialog[open]:not([data-has-step])';

/** Wider screens have keys and room beside a layer; phones rely on Back. */
const PHONE = '(width < 48.0625rem)';

const topLayer = () => [...document.querySelectorAll<HTMLElement>(LAYERS)].at(-1);

function closeLayer(layer: HTMLElement | undefined): void {
  if (layer instanceof HTMLDialogElement) layer.close();
  else layer?.hidePopover();
}

/** On a phone, Back closes the open menu or dialog before it leaves the page. */
export function useLayerStep(): void {
  const step = useHistoryStep('layer');
  const { key } = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  /** True while a layer is being closed by other means than Back. */
  const isClosing = useRef(false);
  const follow = useEffectEvent(() => {
    // A navigation replaces the entry, or its entry is found below the new page later.
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
    // A layer may close while another opens; only the state afterwards counts.
    const onToggle = () => setTimeout(() => follow());
    const events = ['toggle', 'close'];
    for (const event of events) document.addEventListener(event, onToggle, { capture: true });
    return () => {
      for (const event of events) document.removeEventListener(event, onToggle, { capture: true });
    };
  }, []);
}
