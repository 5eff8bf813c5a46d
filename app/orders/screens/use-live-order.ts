import { useEffect, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import type { OrderState } from '../order/transitions.ts';

const LOOK_EVERY_MS = 5000;

/**
 * Reads the page of an order anew while somebody looks at it: it is paid and delivered elsewhere, on whichever
 * process, and a page that says 'this page says so' has to. Forms keep what is typed into them.
 */
export function useLiveOrder(orderState: OrderState, isRefundPending: boolean): void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const isOver = orderState === 'cancelled' || (orderState === 'refunded' && !isRefundPending);
  const mayChange = state === 'idle' && !isOver;
  useEffect(() => {
    const look = () => {
      if (mayChange && document.visibilityState === 'visible') void revalidate();
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [mayChange, revalidate]);
}

/**
 * The newest answer to a form of the page, for as long as the order is in the state that it was about: the router
 * forgets it when the page is read anew.
 */
export function useKeptAnswer<Answer extends FormAnswer>(
  newest: Answer | undefined,
  state: OrderState,
): Answer | undefined {
  const [kept, setKept] = useState({ answer: newest, state });
  if (newest === undefined) return kept.state === state ? kept.answer : undefined;
  if (newest !== kept.answer || state !== kept.state) setKept({ answer: newest, state });
  return newest;
}
