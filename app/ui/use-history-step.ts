import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** The router's history state. `step` is our own field and names the layer that is open. */
interface HistoryState {
  readonly idx?: number;
  readonly step?: string;
}

const stateNow = () => window.history.state as HistoryState | null;

type Hearer = (state: HistoryState | null) => boolean;

const HEARERS = new Set<Hearer>();

if (typeof window !== 'undefined') {
  const notifyAll = (event: PopStateEvent) => {
    const heard = [...HEARERS].map((receive) => receive(event.state as HistoryState | null));
    // The router would reload the page and lose the answer to its form.
    if (heard.includes(true)) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', notifyAll, { capture: true });
}

/** Opens a part of a page with its own history entry, so that Back closes the part instead of leaving the page. */
export function useHistoryStep(name: string) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  /** The history index and page where the part was opened; both of its entries share them. */
  const from = useRef<{ idx: number | undefined; key: string }>(undefined);
  const receive = useEffectEvent((state: HistoryState | null): boolean => {
    // Navigation from other pages is left to the router.
    if (!from.current || state?.idx !== from.current.idx || key !== from.current.key) return false;
    setOpen(state?.step === name);
    return true;
  });
  const resume = () => {
    if (stateNow()?.step !== name) return;
    // Forward navigation reached the entry while the part was closed: it is still one step from the page.
    from.current = { idx: stateNow()?.idx, key };
    setOpen(true);
  };
  const begin = useEffectEvent(resume);
  useEffect(() => {
    begin();
    const onStep: Hearer = (state) => receive(state);
    HEARERS.add(onStep);
    return () => void HEARERS.delete(onStep);
  }, []);
  const open = () => {
    from.current = { idx: stateNow()?.idx, key };
    window.history.pushState({ ...stateNow(), step: name }, '');
    setOpen(true);
  };
  const close = () => {
    // Saving adds another history entry; going back would then lead elsewhere.
    if (stateNow()?.step === name && stateNow()?.idx === from.current?.idx) window.history.back();
    else setOpen(false);
  };
  return { isOpen, open, close, leave: () => setOpen(false), resume };
}

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
