import { useEffect, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import type { OrderState } from '../protocol/transitions.ts';

const LOOK_EVERY_MS = 5000;

/**
 * Revalidates the order's page regularly while it is visible, because payments and deliveries happen in other
 * processes. Values typed into forms are kept.
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
 * Keeps the newest form answer while the order is in the same state, because the router drops the answer on
 * revalidation.
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
