import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** What the router writes beside each address; `step` is ours, and names what is open there. */
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
    // The router would read the page again, and forget what was answered to its form.
    if (heard.includes(true)) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', tellAll, { capture: true });
}

/** Something of a page that is open or not, where Back closes it instead of leaving the page. */
export function useHistoryStep(name: string) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  /** The place in history from which it was opened, and the page there; both of its entries have them. */
  const from = useRef<{ idx: number | undefined; key: string }>(undefined);
  const hear = useEffectEvent((state: HistoryState | null): boolean => {
    // Back from somewhere else is the router's.
    if (!from.current || state?.idx !== from.current.idx || key !== from.current.key) return false;
    setOpen(state?.step === name);
    return true;
  });
  const resume = () => {
    if (stateNow()?.step !== name) return;
    // Come to while nothing was open: it is still one step from the page.
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
    // What was saved meanwhile has an entry of its own, and the way back leads elsewhere.
    if (stateNow()?.step === name && stateNow()?.idx === from.current?.idx) window.history.back();
    else setOpen(false);
  };
  return { isOpen, open, close, leave: () => setOpen(false), resume };
}
