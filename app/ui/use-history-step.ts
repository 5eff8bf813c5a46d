import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The router's history state. `step` is our own field and names the layer that is open. */
interface HistoryState {
  readonly idx?: number;
  readonly step?: string;
}

const stateNow = () => window.history.state as HistoryState | null;

type Hearer = (state: HistoryState | null) => boolean;

const HEARERS = new Set<Hearer>();

if (typeof window !== 'undefined') {
  const tellAll = (event: PopStateEvent) => {
    const heard = [...HEARERS].map((hear) => hear(event.state as HistoryState | null));
    // The router would reload the page and lose the answer to its form.
    if (heard.includes(true)) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', tellAll, { capture: true });
}

/** Opens a part of a page with its own history entry, so that Back closes the part instead of leaving the page. */
export function useHistoryStep(name: string) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  /** The history index and page where the part was opened; both of its entries share them. */
  const from = useRef<{ idx: number | undefined; key: string }>(undefined);
  const hear = useEffectEvent((state: HistoryState | null): boolean => {
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
    const onStep: Hearer = (state) => hear(state);
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
